import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.server.ts";

// Frozen: migrations.test.ts holds the hash of this file. A change of the tables is a new migration.
/** What the owner does with an enquiry after it has come, and the text by which it is found. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const enquiries = () => db.schema.alterTable("enquiries");
  await enquiries()
    .addColumn("state", "text", (column) =>
      column.notNull().defaultTo("new").check(sql`state in ('new', 'in-contact', 'scheduled', 'closed')`),
    )
    .execute();
  for (const name of ["read_at", "first_contact_at", "remind_at", "reminded_at"]) {
    await enquiries().addColumn(name, "bigint").execute();
  }
  await enquiries()
    .addColumn("search_text", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema
    .createIndex("enquiries_reminders")
    .on("enquiries")
    .column("remind_at")
    .where(sql.ref("remind_at"), "is not", null)
    .execute();

  await db.schema
    .createTable("notes")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("reference", "text", (column) =>
      column.notNull().references("enquiries.reference").onDelete("cascade"),
    )
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("notes_reference").on("notes").column("reference").execute();

  await fillSearchText(db);
}

type Searchable = {
  reference: string;
  name: string;
  phone: string | null;
  email: string | null;
  message: string;
};

/** As search-text.server.ts wrote it then. Frozen with this file: a later search needs a migration that writes the texts anew. */
function searchTextOf({ reference, name, phone, email, message }: Searchable): string {
  const digits = reference.replace(/[\s().+/-]/g, "");
  return [name, phone ?? "", email ?? "", message, reference, digits].map(foldText).join("\n");
}

const foldText = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ł", "l")
    .replace(/\s+/g, " ")
    .trim();

const batchSize = 500;

async function fillSearchText(db: Kysely<Tables>): Promise<void> {
  for (let last = ""; ; ) {
    const rows = await db
      .selectFrom("enquiries")
      .select(["reference", "name", "phone", "email", "message"])
      .where("reference", ">", last)
      .orderBy("reference")
      .limit(batchSize)
      .execute();
    for (const row of rows) {
      await db
        .updateTable("enquiries")
        .set({ search_text: searchTextOf(row) })
        .where("reference", "=", row.reference)
        .execute();
    }
    const end = rows.at(-1);
    if (rows.length < batchSize || !end) return;
    last = end.reference;
  }
}

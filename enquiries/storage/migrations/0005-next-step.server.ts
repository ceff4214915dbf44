import { type Kysely, sql } from "kysely";

// Frozen: migrations.test.ts holds the hash of this file. A change of the tables is a new migration.
/** How enquiries end, when the owner last dealt with them, and a count of changes for panels that are open elsewhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const enquiries = () => db.schema.alterTable("enquiries");
  await enquiries()
    .addColumn("outcome", "text", (column) => column.check(sql`outcome in ('client', 'not-now', 'no')`))
    .execute();
  for (const name of ["handled_at", "missed_at"]) {
    await enquiries().addColumn(name, "bigint").execute();
  }
  await enquiries()
    .addColumn("revision", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("enquiries_revision").on("enquiries").column("revision").execute();
  await db.schema.createIndex("outbox_settled").on("outbox").column("settled_at").execute();

  // Failures of the past stay in the past, where the owner has seen the enquiry.
  await sql`update enquiries set handled_at = coalesce(
    (select max(settled_at) from outbox where outbox.reference = enquiries.reference),
    first_contact_at
  ) where read_at is not null`.execute(db);
}

import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { momentOf, readNextSteps } from "../owner/next-step.server.ts";
import type { Engine } from "../testing/engines.ts";
import { appliedMigrations, migrate, migrations, NewerDatabaseError } from "./database.server.ts";
import type { Tables } from "./tables.server.ts";

/** Migrations, on both databases. */
export function migrationsContract(engine: Engine): void {
  test("a database that is up to date is left as it is", async () => {
    const { db } = await engine.open();
    await migrate(db);
    expect(await appliedMigrations(db)).toEqual(Object.keys(migrations));
  });

  test("the tables of the database are those of the types", async () => {
    const { db } = await engine.open();
    const tables = (await db.introspection.getTables()).map(({ name }) => name).sort();
    const typed: Record<keyof Tables | "enquiry_limits", true> = {
      appointment_tokens: true,
      appointments: true,
      canary_tokens: true,
      enquiries: true,
      enquiry_limits: true,
      jobs: true,
      notes: true,
      opinions: true,
      outbox: true,
      ready_answers: true,
      slot_exceptions: true,
      visits: true,
    };
    expect(tables).toEqual(Object.keys(typed));
  });

  test("a database of a newer version is refused in one clear line and not touched", async () => {
    const { db } = await engine.open();
    const table = db.withTables<{ kysely_migration: { name: string; timestamp: string } }>();
    await table
      .insertInto("kysely_migration")
      .values({ name: "9999-future", timestamp: "2030-01-01T00:00:00.000Z" })
      .execute();
    try {
      const refusal = await engine.openAnew().catch((error) => error);
      expect(refusal).toBeInstanceOf(NewerDatabaseError);
      expect(refusal.message).toMatch(
        /^Baza danych pochodzi z nowszej wersji programu \(krok 9999-future\)\..*\.$/,
      );
    } finally {
      await table.deleteFrom("kysely_migration").where("name", "=", "9999-future").execute();
    }
  });

  test("what an older version stored can be searched and handled after the update", async () => {
    const { db } = await engine.open();
    await dropAll(db);
    const { "0001-initial": initial } = migrations;
    const older = { getMigrations: async () => ({ "0001-initial": initial }) };
    expect((await new Migrator({ db, provider: older }).migrateToLatest()).error).toBeUndefined();
    const rows = Array.from({ length: 1_001 }, (_, index) => ({
      reference: `0000-${String(index).padStart(4, "0")}`,
      content_hash: "",
      status: "accepted" as const,
      reasons: "[]",
      name: "Łucja Żółć",
      phone: "+48600100200",
      message: "Dzień dobry",
      received_at: 1,
    }));
    for (let start = 0; start < rows.length; start += 500) {
      await db
        .insertInto("enquiries")
        .values(rows.slice(start, start + 500) as never)
        .execute();
    }
    const updated = await engine.openAnew();
    const stored = await updated.db
      .selectFrom("enquiries")
      .select(["reference", "search_text", "state", "read_at"])
      .orderBy("reference")
      .execute();
    expect(stored).toEqual(
      rows.map(({ reference }) => ({
        reference,
        search_text: `lucja zolc\n+48600100200\n\ndzien dobry\n${reference}\n${reference.replace("-", "")}`,
        state: "new",
        read_at: null,
      })),
    );
  });

  test("C1.1 a database of the version before: what was handled and has no date is asked about, old failures are not", async () => {
    const { db } = await engine.open();
    await dropAll(db);
    await migrateBefore(db, "0005-next-step");
    const enquiry = (reference: string, more: object) => ({
      ...{
        reference,
        content_hash: "",
        status: "accepted",
        reasons: "[]",
        name: "Ala",
        message: "",
        search_text: "",
      },
      received_at: 1,
      read_at: 2,
      first_contact_at: 2,
      state: "in-contact",
      remind_at: null,
      ...more,
    });
    const rows = [
      enquiry("handled", {}),
      enquiry("dated", { remind_at: 4e12 }),
      enquiry("closed", { state: "closed" }),
      enquiry("unread", { state: "new", read_at: null, first_contact_at: null }),
    ];
    await db
      .insertInto("enquiries")
      .values(rows as never)
      .execute();
    await db
      .insertInto("outbox")
      .values(
        rows.map(({ reference }) => ({
          ...{
            id: reference,
            reference,
            kind: "visitor" as const,
            message_id: reference,
            status: "dead" as const,
          },
          attempts: 1,
          created_at: 1,
          next_attempt_at: 1,
          settled_at: 9,
        })),
      )
      .execute();
    const updated = await engine.openAnew();
    const plan = await readNextSteps(updated.db, momentOf(1e12));
    expect(Object.fromEntries(plan.map(({ reference, step }) => [reference, step.kind]))).toEqual({
      handled: "undecided",
      dated: "reminder",
      closed: "none",
      unread: "new",
    });
    await expect(
      updated.db
        .updateTable("enquiries")
        .set({ outcome: "maybe" as never })
        .execute(),
    ).rejects.toThrow();
  });

  test("C2.2 the outbox of the version before keeps its messages and takes answers", async () => {
    const { db } = await engine.open();
    await dropAll(db);
    await migrateBefore(db, "0006-answers");
    const message = {
      reference: null,
      kind: "digest",
      status: "waiting",
      attempts: 2,
      created_at: 1,
    } as const;
    const row = {
      ...message,
      id: "1",
      message_id: "<1>",
      next_attempt_at: 3,
      lease: "here/1",
      last_fault: "later 451",
    };
    await db
      .insertInto("outbox")
      .values(row as never)
      .execute();
    await expect(
      db
        .insertInto("outbox")
        .values({ ...row, id: "2", kind: "answer" } as never)
        .execute(),
    ).rejects.toThrow();
    const { db: updated } = await engine.openAnew();
    expect(await updated.selectFrom("outbox").selectAll().execute()).toEqual([
      { ...row, settled_at: null, appointment: null, detail: null },
    ]);
    const answer = { ...row, id: "2", message_id: "<2>", kind: "answer", detail: "Tak" } as const;
    await updated.insertInto("outbox").values(answer).execute();
    await expect(
      updated
        .insertInto("outbox")
        .values({ ...answer, id: "3" })
        .execute(),
    ).rejects.toThrow();
    expect((await updated.introspection.getTables()).some(({ name }) => name === "ready_answers")).toBe(true);
  });

  test("several processes that start on an empty database together end with one set of tables", async () => {
    const { db } = await engine.open();
    await dropAll(db);
    const opened = await Promise.all(Array.from({ length: 4 }, engine.openAnew));
    for (const database of opened)
      expect(await appliedMigrations(database.db)).toEqual(Object.keys(migrations));
  });
}

/** Makes the tables of the version that came before a migration. */
async function migrateBefore(db: Kysely<Tables>, name: keyof typeof migrations): Promise<void> {
  const before = Object.fromEntries(Object.entries(migrations).filter(([one]) => one < name));
  const older = { getMigrations: async () => before };
  expect((await new Migrator({ db, provider: older }).migrateToLatest()).error).toBeUndefined();
}

async function dropAll(db: Kysely<Tables>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  // What refers to a table goes before it.
  for (const { name } of tables.reverse()) {
    await db.schema
      .dropTable(name)
      .cascade()
      .execute()
      .catch(() => db.schema.dropTable(name).execute());
  }
}

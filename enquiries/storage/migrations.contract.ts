import { expect, test } from "vitest";
import type { Engine } from "../testing/engines.ts";
import { appliedMigrations, migrate, migrations, NewerDatabaseError } from "./migrate.server.ts";
import type { Tables } from "./tables.server.ts";

/** How tables come to be, on either database. */
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
      canary_tokens: true,
      enquiries: true,
      enquiry_limits: true,
      jobs: true,
      outbox: true,
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
      const refusal = await engine.open().catch((fault) => fault);
      expect(refusal).toBeInstanceOf(NewerDatabaseError);
      expect(refusal.message).toMatch(
        /^Baza danych pochodzi z nowszej wersji programu \(krok 9999-future\)\..*\.$/,
      );
    } finally {
      await table.deleteFrom("kysely_migration").where("name", "=", "9999-future").execute();
    }
  });

  test("several processes that start on an empty database together end with one set of tables", async () => {
    const { db } = await engine.open();
    for (const { name } of await db.introspection.getTables({ withInternalKyselyTables: true })) {
      await db.schema
        .dropTable(name)
        .cascade()
        .execute()
        .catch(() => db.schema.dropTable(name).execute());
    }
    const opened = await Promise.all(Array.from({ length: 4 }, () => engine.open()));
    for (const database of opened)
      expect(await appliedMigrations(database.db)).toEqual(Object.keys(migrations));
  });
}

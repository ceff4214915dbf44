import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { migrateAccounts } from "../../../accounts/storage/migrate.ts";
import type { AccountTables } from "../../../accounts/storage/tables.ts";
import { type Erasures, repeatErasures } from "../../../enquiries/owner/erasures.server.ts";
import { openDatabase, sqliteFile } from "../../../enquiries/storage/database.server.ts";
import type { Tables } from "../../../enquiries/storage/tables.server.ts";
import { type AllTables, copyRows } from "./copy-rows.ts";
import { restoredTables } from "./prepare-database.ts";

interface Import {
  /** Holds the prepared database. */
  readonly ready: string;
  readonly databaseUrl: string;
  /** Of the restore: a repeated import of the same changes nothing. */
  readonly id: string;
  readonly erasures: Erasures;
}

const marker = "restored";
const silent = { info() {}, warn() {}, error() {} };

/**
 * Copies a prepared database into PostgreSQL, in one transaction. False, with nothing changed, if its panel already has an owner.
 * Throws if the database fails.
 */
export async function importDatabase({ ready, databaseUrl, id, erasures }: Import): Promise<boolean> {
  const database = await openDatabase({ dataDir: ready, databaseUrl, log: silent });
  const db = database.db.withTables<AccountTables>();
  try {
    await migrateAccounts(db);
    using prepared = new DatabaseSync(sqliteFile(ready), { readOnly: true });
    return await db.transaction().execute(async (to) => {
      if (await isImported(to, id)) return true;
      const owner = await to.selectFrom("passkeys").select("id").limit(1).executeTakeFirst();
      if (owner) return false;
      for (const table of restoredTables) await copyRows(table, prepared, to);
      await repeatErasures(to as unknown as Kysely<Tables>, erasures);
      // Tells a later start that this transaction was committed.
      const value = JSON.stringify(id);
      await to
        .insertInto("panel_settings")
        .values({ name: marker, value })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
        .execute();
      return true;
    });
  } finally {
    await database.close();
  }
}

async function isImported(db: Kysely<AllTables>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("panel_settings")
    .select("value")
    .where("name", "=", marker)
    .executeTakeFirst();
  return row?.value === JSON.stringify(id);
}

import { dirname, join } from "node:path";
import type { Kysely } from "kysely";
import { migrateAccounts } from "../../../accounts/storage/migrate.ts";
import type { AccountTables } from "../../../accounts/storage/tables.ts";
import { type RestoreResult, restoreDatabase } from "../../../enquiries/owner/restore-database.server.ts";
import { openDatabase } from "../../../enquiries/storage/database.server.ts";
import type { Tables } from "../../../enquiries/storage/tables.server.ts";

type AllTables = Tables & AccountTables;

/** Ordered by foreign keys. Sessions and links are left out: everybody signs in again. */
const tables = [
  "enquiries",
  "notes",
  "outbox",
  "passkeys",
  "recovery_codes",
  "journal",
  "panel_settings",
] as const satisfies (keyof AllTables)[];

const rowsAtOnce = 500;
const silent = { info() {}, warn() {}, error() {} };

/**
 * Copies the rows of a backup's SQLite database into the live database, SQLite or PostgreSQL, of a panel without an owner: all of
 * them or, if anything fails, none. Rows that the live database already has stay.
 */
export async function importDatabase(file: string, db: Kysely<AllTables>, now: Date): Promise<RestoreResult> {
  const dataDir = join(dirname(file), "prepared");
  const prepared = await restoreDatabase(dataDir, file, now);
  if (!prepared.ok) return prepared;
  const backup = await openDatabase({ dataDir, log: silent });
  try {
    const from = backup.db.withTables<AccountTables>();
    await migrateAccounts(from);
    return await db.transaction().execute(async (to): Promise<RestoreResult> => {
      const owner = await to.selectFrom("passkeys").select("id").limit(1).executeTakeFirst();
      if (owner) return { ok: false, problem: "Ten panel ma już osobę, która go prowadzi." };
      for (const table of tables) await copyRows(table, from, to);
      return prepared;
    });
  } finally {
    await backup.close();
  }
}

async function copyRows(table: (typeof tables)[number], from: Kysely<AllTables>, to: Kysely<AllTables>) {
  for (let offset = 0; ; offset += rowsAtOnce) {
    const rows = await from.selectFrom(table).selectAll().limit(rowsAtOnce).offset(offset).execute();
    if (rows.length === 0) return;
    await to
      .insertInto(table)
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

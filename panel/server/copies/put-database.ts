import { dirname, join } from "node:path";
import type { Kysely } from "kysely";
import { migrateAccounts } from "../../../accounts/storage/migrate.ts";
import type { AccountTables } from "../../../accounts/storage/tables.ts";
import { type RestoreResult, restore } from "../../../enquiries/owner/restore.server.ts";
import { openDatabase } from "../../../enquiries/storage/database.server.ts";
import type { Tables } from "../../../enquiries/storage/tables.server.ts";

type AllTables = Tables & AccountTables;

/** In an order that keeps references. Sessions and links are left out: everybody signs in again. */
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
 * Puts the database of a copy into one that is in use and has no owner yet, whatever its kind: all of it or, when anything fails,
 * nothing. What has come meanwhile stays.
 */
export async function putDatabase(file: string, db: Kysely<AllTables>, now: Date): Promise<RestoreResult> {
  const dataDir = join(dirname(file), "prepared");
  const prepared = await restore(dataDir, file, now);
  if (!prepared.ok) return prepared;
  const copy = await openDatabase({ dataDir, log: silent });
  try {
    const from = copy.db.withTables<AccountTables>();
    await migrateAccounts(from);
    return await db.transaction().execute(async (to): Promise<RestoreResult> => {
      const owner = await to.selectFrom("passkeys").select("id").limit(1).executeTakeFirst();
      if (owner) return { ok: false, problem: "Ten panel ma już osobę, która go prowadzi." };
      for (const table of tables) await copyRows(table, from, to);
      return prepared;
    });
  } finally {
    await copy.close();
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

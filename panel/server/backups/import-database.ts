import { DatabaseSync } from "node:sqlite";
import { migrateAccounts } from "../../../accounts/storage/migrate.ts";
import type { AccountTables } from "../../../accounts/storage/tables.ts";
import { type Erasures, repeatErasures } from "../../../enquiries/owner/erasures.server.ts";
import { openDatabase, sqliteFile } from "../../../enquiries/storage/database.server.ts";
import { restoredTables, silent } from "./prepare-database.ts";

type Import = { ready: string; databaseUrl: string; erasures: Erasures };

const rowsAtOnce = 500;

/**
 * Copies a prepared database into PostgreSQL in one transaction; existing rows stay. Importing the same one again changes nothing.
 * Changes nothing and returns false if the panel there already has an owner. Throws if the database fails or refuses a row.
 */
export async function importDatabase({ ready, databaseUrl, erasures }: Import): Promise<boolean> {
  const opened = await openDatabase({ dataDir: ready, databaseUrl, log: silent });
  await using db = opened.db;
  await migrateAccounts(db.withTables<AccountTables>());
  using prepared = new DatabaseSync(sqliteFile(ready), { readOnly: true });
  return await db.transaction().execute(async (to) => {
    const accounts = to.withTables<AccountTables>();
    // The audit log's last entry is that of this restore: if it is there already, an earlier start has committed this transaction.
    const entry = prepared.prepare("select id from journal order by rowid desc limit 1").get();
    const imported = accounts.selectFrom("journal").select("id").where("id", "=", String(entry?.id));
    if (await imported.executeTakeFirst()) return true;
    if (await accounts.selectFrom("passkeys").select("id").limit(1).executeTakeFirst()) return false;
    for (const table of [...restoredTables, "jobs"]) {
      const page = prepared.prepare(`select * from "${table}" order by rowid limit ${rowsAtOnce} offset ?`);
      for (let from = 0, rows = page.all(0); rows.length > 0; from += rowsAtOnce, rows = page.all(from)) {
        const put = (values: typeof rows) =>
          to
            .insertInto(table as "enquiries")
            .values(values as never)
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        await put(rows);
        // If its visitor has sent it again here, it comes without its key, because its notes and dates refer to it.
        if (table === "enquiries") await put(rows.map((row) => ({ ...row, key: null })));
        // If somebody else has the time here, the appointment becomes `asked`, so that the trainer decides.
        if (table === "appointments")
          await put(rows.map((row) => ({ ...row, state: "asked", place_until: null, remind_at: null })));
      }
    }
    await repeatErasures(to, erasures);
    return true;
  });
}

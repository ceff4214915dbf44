import { type Kysely, sql } from "kysely";
import type { AccountTables } from "./storage/tables.ts";

/** Whether any passkey exists. Loads nothing else of the panel and works before its tables exist. */
export function hasPasskey(db: Kysely<AccountTables>): Promise<boolean> {
  return hasRow(db, "passkeys");
}

/** Whether any device wants notifications; like `hasPasskey`. */
export function hasPushSubscription(db: Kysely<AccountTables>): Promise<boolean> {
  return hasRow(db, "push_subscriptions");
}

async function hasRow(db: Kysely<AccountTables>, table: "passkeys" | "push_subscriptions"): Promise<boolean> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === table)) return false;
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
  return rows.length > 0;
}

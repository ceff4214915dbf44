import { type Kysely, sql } from "kysely";
import type { AccountTables } from "./storage/tables.ts";

/** Whether anybody can enter the panel by a passkey. Asks without loading the rest of the panel, and whether or not its tables are there yet. */
export function hasPasskey(db: Kysely<AccountTables>): Promise<boolean> {
  return hasRow(db, "passkeys");
}

/** Whether any device wants notifications; asks as `hasPasskey` does. */
export function hasPushSubscription(db: Kysely<AccountTables>): Promise<boolean> {
  return hasRow(db, "push_subscriptions");
}

async function hasRow(db: Kysely<AccountTables>, table: "passkeys" | "push_subscriptions"): Promise<boolean> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === table)) return false;
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
  return rows.length > 0;
}

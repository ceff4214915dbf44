import { createAuditLog } from "../../accounts/audit-log.ts";
import { createLinks } from "../../accounts/links.ts";
import { migrateAccounts } from "../../accounts/storage/migrate.ts";
import type { AccountTables } from "../../accounts/storage/tables.ts";
import type { Database } from "../../enquiries/storage/database.server.ts";

/** Creates a one-time link that signs the owner in to the panel at `siteUrl`. */
export async function createLink(database: Database, siteUrl: string): Promise<string> {
  const deps = { db: database.db.withTables<AccountTables>(), now: Date.now };
  await migrateAccounts(deps.db);
  const token = await createLinks(deps).create("setup");
  await createAuditLog(deps).write({ action: "link-created" });
  // In the fragment, which is never sent to a server or logged.
  return `${siteUrl}/panel/start#${token}`;
}

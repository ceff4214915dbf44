import { randomBytes } from "node:crypto";
import { openAccounts } from "../../accounts/accounts.ts";
import type { AccountTables } from "../../accounts/storage/tables.ts";
import type { Database } from "../../enquiries/storage/database.server.ts";

/** Makes the one-time link that lets the owner into the panel at `siteUrl`. */
export async function createLink(database: Database, siteUrl: string): Promise<string> {
  const accounts = await openAccounts({
    db: database.db.withTables<AccountTables>(),
    now: Date.now,
    randomBytes,
    siteUrl,
    siteName: () => "",
  });
  const token = await accounts.links.create("setup");
  await accounts.auditLog.write({ action: "link-created" });
  // In the fragment, which no server and no log ever sees.
  return `${siteUrl}/panel/start#${token}`;
}

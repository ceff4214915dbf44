import { randomBytes } from "node:crypto";
import { openAccounts } from "../../accounts/accounts.ts";
import type { AccountTables } from "../../accounts/storage/tables.ts";
import type { Database } from "../../enquiries/storage/database.server.ts";

/** Creates a one-time link that signs the owner in to the panel at `siteUrl`. */
export async function createLink(database: Database, siteUrl: string): Promise<string> {
  const accounts = await openAccounts({
    db: database.db.withTables<AccountTables>(),
    now: Date.now,
    randomBytes,
    siteUrl,
    siteName: () => "",
    isClockSteady: async () => false,
  });
  const token = await accounts.links.create("setup");
  await accounts.auditLog.write({ action: "link-created" });
  // In the fragment, which is never sent to a server or logged.
  return `${siteUrl}/panel/start#${token}`;
}

import { randomBytes } from "node:crypto";
import { renderUnicodeCompact } from "uqr";
import { openAccounts } from "../accounts/accounts.ts";
import type { AccountTables } from "../accounts/storage/tables.ts";
import { loadConfig } from "../server/config.ts";
import { openOwnersDatabase } from "./enquiries/open-database.ts";

const [command] = process.argv.slice(2);
if (command !== "link") {
  console.error("Użycie: npm run panel -- link    (jednorazowy link do panelu, ważny 60 minut)");
  process.exit(2);
}

const config = loadConfig();
const database = await openOwnersDatabase(config);
const accounts = await openAccounts({
  db: database.db.withTables<AccountTables>(),
  now: Date.now,
  randomBytes,
  siteUrl: config.siteUrl,
  siteName: () => "",
});
// In the fragment, which no server and no log ever sees.
const link = `${config.siteUrl}/panel/start#${await accounts.links.create("setup")}`;
await accounts.journal.write({ action: "link-created" });
await database.close();

console.log(
  `Otwórz ten link na telefonie, na którym będzie panel. Działa jeden raz, przez 60 minut:\n\n${link}\n`,
);
if (process.stdout.isTTY) console.log(renderUnicodeCompact(link));
console.log("Po wejściu przez ten link wszystkie inne urządzenia zostaną wylogowane.");

import { renderUnicodeCompact } from "uqr";
import { loadConfig } from "../server/config.ts";
import { openDatabaseForCommand } from "./enquiries/open-database.ts";
import { createLink } from "./panel/create-link.ts";

const [command] = process.argv.slice(2);
if (command !== "link") {
  console.error("Użycie: npm run panel -- link    (jednorazowy link do panelu, ważny 60 minut)");
  process.exit(2);
}

const config = loadConfig();
const database = await openDatabaseForCommand(config);
const link = await createLink(database, config.serviceUrl);
await database.close();

// A phone would look for "localhost" on itself.
const where = config.isPublic ? "na telefonie, na którym będzie panel" : "w przeglądarce na tym komputerze";
console.log(`Otwórz ten link ${where}. Działa jeden raz, przez 60 minut:\n\n${link}\n`);
if (process.stdout.isTTY && config.isPublic) console.log(renderUnicodeCompact(link));
console.log("Po wejściu przez ten link wszystkie inne urządzenia zostaną wylogowane.");

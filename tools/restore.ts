import { postgresAdvice, restore } from "../enquiries/owner/backup.server.ts";
import { loadConfig } from "../server/config.ts";

const { dataDir, databaseUrl } = loadConfig();
const [file] = process.argv.slice(2);
if (databaseUrl) console.log(postgresAdvice);
else if (file === undefined) console.log("Użycie (przy zatrzymanej stronie): npm run restore -- PLIK");
else {
  const stamp = new Date().toISOString().replace(/[:.]/g, "-");
  const result = await restore(dataDir, file, stamp);
  if (result.ok) {
    const { enquiries, messages } = result.contents;
    console.log(`Baza przywrócona (zapytania: ${enquiries}, wiadomości: ${messages}).`);
    if (result.keptAs) console.log(`Poprzednia baza leży w pliku ${result.keptAs}.`);
  } else console.log(result.problem);
  process.exitCode = result.ok ? 0 : 1;
}

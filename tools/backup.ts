import { backUp } from "../enquiries/owner/backup.server.ts";
import { recordBackup } from "../enquiries/owner/backup-record.server.ts";
import { postgresAdvice } from "../enquiries/owner/database-file.server.ts";
import { loadConfig } from "../server/config.ts";

const { dataDir, databaseUrl } = loadConfig();
const [file] = process.argv.slice(2);
if (databaseUrl) console.log(postgresAdvice);
else if (file === undefined) console.log("Użycie: npm run backup -- PLIK");
else {
  const result = await backUp(dataDir, file);
  if (result.ok) await recordBackup(dataDir, new Date());
  console.log(
    result.ok
      ? `Kopia gotowa i sprawdzona: ${file} (zapytania: ${result.contents.enquiries}, e-maile: ${result.contents.messages}).`
      : result.problem,
  );
  process.exitCode = result.ok ? 0 : 1;
}

import { backUp } from "../enquiries/owner/backup.server.ts";
import { recordBackup } from "../enquiries/owner/backup-record.server.ts";
import { postgresAdvice } from "../enquiries/owner/database-file.server.ts";
import { copyEverything } from "../panel/server/copies/copy-of-everything.ts";
import { contentOf } from "../publishing/history.ts";
import { draftDir } from "../publishing/own-content.ts";
import { loadConfig } from "../server/config.ts";
import { currentRelease } from "../server/releases.ts";

const config = loadConfig();
const { dataDir, databaseUrl } = config;
const [file] = process.argv.slice(2);
if (file === undefined)
  console.log(`Użycie:
  npm run backup -- PLIK.tar   kopia wszystkiego: zapytania, treść, zdjęcia, klucze i ustawienia panelu
  npm run backup -- PLIK       kopia samej bazy zapytań`);
else if (file.endsWith(".tar")) await backUpEverything(file);
else if (databaseUrl) console.log(postgresAdvice);
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

async function backUpEverything(file: string): Promise<void> {
  const now = new Date();
  const source = {
    dataDir,
    hasDatabase: databaseUrl === undefined,
    contentDir: draftDir(config),
    publishedDir: contentOf(config, currentRelease(config.releasesDir) ?? ""),
  };
  await copyEverything(source, file, now);
  await recordBackup(dataDir, now);
  console.log(`Kopia wszystkiego gotowa i sprawdzona: ${file}.`);
  if (databaseUrl) console.log(`Nie ma w niej bazy. ${postgresAdvice}`);
}

import { postgresAdvice } from "../enquiries/owner/database-file.server.ts";
import { type RestoreResult, restoreDatabase } from "../enquiries/owner/restore-database.server.ts";
import { restoreFullBackup } from "../panel/server/backups/restore-full-backup.ts";
import { loadConfig } from "../server/config.ts";
import { buildCodeWhenStale } from "./build/build-when-stale.ts";
import { publishHere, reportFailure } from "./publish/report-outcome.ts";

const config = loadConfig();
const { dataDir, databaseUrl } = config;
const [file] = process.argv.slice(2);
if (file === undefined) console.log("Użycie (przy zatrzymanej stronie): npm run restore -- PLIK.tar");
else if (file.endsWith(".tar")) await restoreEverything(file);
else if (databaseUrl) console.log(postgresAdvice);
else {
  const result = await restoreDatabase(dataDir, file, new Date());
  console.log(result.ok ? messageOf(result) : result.problem);
  process.exitCode = result.ok ? 0 : 1;
}

async function restoreEverything(file: string): Promise<void> {
  const now = new Date();
  const restored = await restoreFullBackup(file, {
    dataDir,
    ownContentDir: config.ownContentDir,
    ...(databaseUrl === undefined && { restoreDatabase: (backup) => restoreDatabase(dataDir, backup, now) }),
    publish,
  });
  if (!restored.ok) {
    console.error(restored.problem);
    process.exitCode = 1;
    return;
  }
  const { database, contentKeptAs, published } = restored;
  if (database) console.log(messageOf(database));
  console.log(`Treść i zdjęcia przywrócone do folderu ${config.ownContentDir}.`);
  if (contentKeptAs) console.log(`Poprzednia treść leży w folderze ${contentKeptAs}.`);
  if (published) console.log("Strona jest opublikowana taka, jaka była w chwili kopii.");
  if (databaseUrl) console.log(postgresAdvice);
}

async function publish(contentDir: string): Promise<boolean> {
  await buildCodeWhenStale(config);
  const outcome = await publishHere(config, { contentDir, origin: "command" });
  if (outcome.kind !== "published") reportFailure(outcome);
  return outcome.kind === "published";
}

function messageOf({ contents, erasedAgain, undecided, keptAs }: RestoreResult & { ok: true }): string {
  const lines = [`Baza przywrócona (zapytania: ${contents.enquiries}, e-maile: ${contents.messages}).`];
  if (erasedAgain > 0) {
    lines.push(
      `Ponownie usunięte zapytania osób, które po zrobieniu kopii prosiły o usunięcie danych: ${erasedAgain}.`,
    );
  }
  if (undecided > 0) {
    lines.push(
      `E-maile, które mogły wyjść już po zrobieniu kopii: ${undecided}. Program nie wyśle ich sam.`,
      "Po uruchomieniu strony wyśle je polecenie: npm run enquiries -- resend --dead",
    );
  }
  if (keptAs) lines.push(`Poprzednia baza leży w pliku ${keptAs}. Zniknie sama po 30 dniach.`);
  return lines.join("\n");
}

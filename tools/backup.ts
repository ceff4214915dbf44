import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { postgresAdvice } from "../enquiries/owner/database-file.server.ts";
import { backupSource, createBackups } from "../panel/server/backups/backups.ts";
import { writeFullBackup } from "../panel/server/backups/write-full-backup.ts";
import { loadConfig } from "../server/config.ts";
import { fail } from "./publish/fail.ts";

const config = loadConfig();
const [file] = process.argv.slice(2);
/** The installed command (`trainer-site`) redirects this into a file that only root can read. */
const toStdout = file === "--stdout";
const print = toStdout ? console.error : console.log;
if (file !== undefined && !toStdout && !file.endsWith(".tar")) {
  console.log(`Użycie:
  npm run backup                kopia wszystkiego (zapytania, treść, zdjęcia, klucze i ustawienia panelu) w folderze kopii
  npm run backup -- PLIK.tar    kopia wszystkiego w tym pliku`);
  process.exitCode = file === "--help" ? 0 : 1;
} else {
  const made = await makeBackup();
  if (made === undefined) fail("Na dysku nie ma dość miejsca na kopię.");
  else {
    print(`Kopia wszystkiego gotowa i sprawdzona: ${made}.`);
    if (config.databaseUrl) print(`Nie ma w niej bazy. ${postgresAdvice}`);
    if (toStdout) await pipeline(createReadStream(made), process.stdout);
  }
}

/** The backup's file; undefined if the folder of backups has no room for it. */
async function makeBackup(): Promise<string | undefined> {
  if (file !== undefined && !toStdout) {
    await writeFullBackup(backupSource(config), file, new Date());
    return file;
  }
  const backups = createBackups(config);
  const made = await backups.make();
  return made === "no-room" ? undefined : backups.fileOf(made.name);
}

import { createReadStream, existsSync, fstatSync, openSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { ReadStream } from "node:tty";
import { parseArgs } from "node:util";
import { isInUse, postgresAdvice } from "../enquiries/owner/database-file.server.ts";
import { toPolishTime } from "../enquiries/owner/export.server.ts";
import { sqliteFile } from "../enquiries/storage/database.server.ts";
import { applyRestore } from "../panel/server/backups/apply-restore.ts";
import { backupFacts } from "../panel/server/backups/backup-facts.ts";
import {
  confirmRestore,
  isRestoreDue,
  isRestoring,
  type Restored,
  type RestoreOutcome,
  readOutcome,
  restorePaths,
} from "../panel/server/backups/restore-journal.ts";
import { type StagedBackup, stageBackup, stageDatabase } from "../panel/server/backups/stage-backup.ts";
import { loadConfig } from "../server/config.ts";
import { readFreeDiskBytes, reservedBytes } from "../server/health.ts";
import { fail } from "./publish/fail.ts";

const restartTimeoutMs = 60_000;

const config = loadConfig();
const { dataDir, databaseUrl } = config;
const { values, positionals } = parseArgs({ options: { yes: { type: "boolean" } }, allowPositionals: true });
const [file] = positionals;
if (file === undefined) fail("Użycie: npm run restore -- PLIK.tar [--yes]", 2);
else if (databaseUrl && !isArchive(file)) fail(postgresAdvice);
else if (process.getuid?.() === 0 && existsSync(dataDir) && statSync(dataDir).uid !== 0)
  fail("Wydaj to polecenie jako użytkownik, do którego należy folder danych.");
else await restore(file);

async function restore(file: string): Promise<void> {
  const staged = await stage(file);
  if (!staged.ok) return fail(`${staged.problem} Nic się nie zmieniło.`);
  for (const [term, fact] of backupFacts(staged.summary, toPolishTime))
    if (fact) console.log(`${term}: ${fact}.`);
  if (staged.summary.database) console.log("Panel, który ma już klucze, zachowa swoje klucze i kody.");
  if (!values.yes && !(await isConfirmed())) {
    await rm(restorePaths(dataDir).folder, { recursive: true, force: true });
    return fail("Nic się nie zmieniło.");
  }
  await confirmRestore(dataDir, "", new Date());
  const outcome = mayBeRunning() ? await waitForServer() : await applyRestore(config, new Date());
  if (outcome === undefined) console.log("Kopia czeka. Przywróci ją następny start strony.");
  else if (outcome.kind === "refused") fail(`${outcome.problem} Nic się nie zmieniło.`);
  else console.log(describeOutcome(outcome, isArchive(file)));
}

/** `-` stands for an archive on the standard input. */
function isArchive(file: string): boolean {
  return file === "-" || file.endsWith(".tar");
}

async function stage(file: string): Promise<StagedBackup> {
  if (file !== "-" && !existsSync(file)) return { ok: false, problem: `Nie ma pliku ${file}.` };
  if (!isArchive(file)) return stageDatabase(file, dataDir);
  const room = existsSync(dataDir) ? (await readFreeDiskBytes(dataDir)) - reservedBytes : Infinity;
  // A pipe has no size.
  if ((file === "-" ? fstatSync(0) : statSync(file)).size > room)
    return { ok: false, problem: "Na dysku nie ma dość miejsca." };
  return stageBackup(file === "-" ? process.stdin : createReadStream(file), dataDir, room);
}

async function isConfirmed(): Promise<boolean> {
  const input = terminal();
  if (input === undefined) {
    console.error("Nie ma terminala, na którym można to potwierdzić. Dodaj --yes.");
    return false;
  }
  const lines = createInterface({ input, output: process.stdout });
  const answer = await lines.question("Przywrócić tę kopię? Wpisz „tak”: ").catch(() => "");
  lines.close();
  input.destroy();
  return answer.trim().toLowerCase() === "tak";
}

/** Opens the terminal directly if the standard input is the archive. */
function terminal(): ReadStream | undefined {
  try {
    return process.stdin.isTTY ? process.stdin : new ReadStream(openSync("/dev/tty", "r"));
  } catch {
    return undefined;
  }
}

/** Always true for PostgreSQL, because servers on other machines may use it. */
function mayBeRunning(): boolean {
  const live = sqliteFile(dataDir);
  return databaseUrl !== undefined || (existsSync(live) && isInUse(live));
}

/** Waits until the running server has restarted and restored; undefined if there is no server. */
async function waitForServer(): Promise<RestoreOutcome | undefined> {
  console.log("Strona uruchamia się ponownie i przywraca kopię…");
  const startedAt = performance.now();
  for (;;) {
    const outcome = readOutcome(dataDir);
    if (outcome) return outcome;
    if (performance.now() - startedAt > restartTimeoutMs && isRestoreDue(dataDir)) return undefined;
    await sleep(250);
  }
}

function describeOutcome(
  { database, databaseKeptAs, contentKeptAs, isPublished }: Restored,
  hasContent: boolean,
): string {
  const { erasedAgain = 0, undecided = 0, left = 0 } = database ?? {};
  const lines = [
    database && `Baza przywrócona (zapytania: ${database.enquiries}).`,
    erasedAgain > 0 &&
      `Ponownie usunięte zapytania osób, które po zrobieniu kopii prosiły o usunięcie danych: ${erasedAgain}.`,
    undecided > 0 &&
      `E-maile, które mogły wyjść już po zrobieniu kopii: ${undecided}. Program nie wyśle ich sam.
Po uruchomieniu strony wyśle je polecenie: npm run enquiries -- resend --dead`,
    !database && databaseUrl && "W kopii nie było bazy: PostgreSQL przywraca jego własne narzędzie.",
    left > 0
      ? `Zapytania, których ta wersja programu nie może zapisać: ${left}. Są w pliku ${databaseKeptAs}.
Dołączy je pierwsza udana aktualizacja.`
      : databaseKeptAs && `Poprzednia baza leży w pliku ${databaseKeptAs}. Zniknie sama po 30 dniach.`,
    database?.isDamaged && "Części poprzedniej bazy nie udało się odczytać, więc może czegoś brakować.",
    hasContent && `Treść i zdjęcia są w folderze ${config.ownContentDir}.`,
    contentKeptAs && `Poprzednia treść leży w folderze ${contentKeptAs}. Zniknie sama po 30 dniach.`,
    isRestoring(dataDir) && "Stronę taką, jaka była w chwili kopii, opublikuje jej następny start.",
    isPublished && "Strona jest opublikowana taka, jaka była w chwili kopii.",
    isPublished === false && "Strona nie jest opublikowana: zrób to w panelu albo poleceniem npm run publish",
  ];
  return lines.filter(Boolean).join("\n");
}

import { randomUUID } from "node:crypto";
import { createReadStream, existsSync, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { ReadStream } from "node:tty";
import { parseArgs } from "node:util";
import { isInUse, postgresAdvice } from "../enquiries/owner/database-file.server.ts";
import { sqliteFile } from "../enquiries/storage/database.server.ts";
import { applyRestore, publishRestored } from "../panel/server/backups/apply-restore.ts";
import {
  confirmRestore,
  isRestoreDue,
  type RestoreOutcome,
  readOutcome,
  restorePaths,
} from "../panel/server/backups/restore-journal.ts";
import { type StagedBackup, stageBackup, stageDatabase } from "../panel/server/backups/stage-backup.ts";
import { keptFreeBytes } from "../panel/server/backups/write-full-backup.ts";
import { loadConfig } from "../server/config.ts";
import { readFreeDiskBytes } from "../server/health.ts";
import { buildCodeWhenStale } from "./build/build-when-stale.ts";
import { publishHere, reportFailure } from "./publish/report-outcome.ts";
import { wordsOfOutcome, wordsOfSummary } from "./restore/words.ts";

const patienceMs = 60_000;

const config = loadConfig();
const { dataDir, databaseUrl } = config;
const { values, positionals } = parseArgs({ options: { yes: { type: "boolean" } }, allowPositionals: true });
const [file] = positionals;
if (file === undefined) console.log("Użycie: npm run restore -- PLIK.tar [--yes]");
else if (databaseUrl && !isArchive(file)) console.log(postgresAdvice);
else await restore(file);

async function restore(file: string): Promise<void> {
  const staged = await stage(file);
  if (!staged.ok) return fail(`${staged.problem} Nic się nie zmieniło.`);
  console.log(wordsOfSummary(staged.summary));
  if (!values.yes && !(await isConfirmed())) {
    await rm(restorePaths(dataDir).folder, { recursive: true, force: true });
    return fail("Nic się nie zmieniło.");
  }
  await confirmRestore(dataDir, { id: randomUUID(), by: "" }, new Date());
  const outcome = isServed() ? await waitForServer() : await applyHere();
  if (outcome === undefined) console.log("Kopia czeka. Przywróci ją następny start strony.");
  else if (outcome.kind === "refused") fail(`${outcome.problem} Nic się nie zmieniło.`);
  else console.log(wordsOfOutcome(outcome, config));
}

/** `-` is an archive on the standard input, of which only the caller may know the file. */
function isArchive(file: string): boolean {
  return file === "-" || file.endsWith(".tar");
}

async function stage(file: string): Promise<StagedBackup> {
  if (file !== "-" && !existsSync(file)) return { ok: false, problem: `Nie ma pliku ${file}.` };
  if (!isArchive(file)) return stageDatabase(file, dataDir);
  const room = existsSync(dataDir) ? (await readFreeDiskBytes(dataDir)) - keptFreeBytes : Infinity;
  return stageBackup(file === "-" ? process.stdin : createReadStream(file), dataDir, room);
}

async function isConfirmed(): Promise<boolean> {
  const input = terminal();
  if (input === undefined) {
    console.error("Nie ma terminala, na którym można to potwierdzić. Dodaj --yes.");
    return false;
  }
  const lines = createInterface({ input, output: process.stdout });
  const answer = await lines.question("Przywrócić tę kopię? Wpisz „tak”: ");
  lines.close();
  input.destroy();
  return answer.trim().toLowerCase() === "tak";
}

/** The standard input may be the archive. */
function terminal(): ReadStream | undefined {
  try {
    return process.stdin.isTTY ? process.stdin : new ReadStream(openSync("/dev/tty", "r"));
  } catch {
    return undefined;
  }
}

/** Nobody can tell for PostgreSQL, which other machines may use. */
function isServed(): boolean {
  const live = sqliteFile(dataDir);
  return databaseUrl !== undefined || (existsSync(live) && isInUse(live));
}

/** The running server restarts by itself; undefined if there is none. */
async function waitForServer(): Promise<RestoreOutcome | undefined> {
  console.log("Strona uruchamia się ponownie i przywraca kopię…");
  const startedAt = performance.now();
  for (;;) {
    const outcome = readOutcome(dataDir);
    if (outcome) return outcome;
    if (performance.now() - startedAt > patienceMs && isRestoreDue(dataDir)) return undefined;
    await sleep(250);
  }
}

async function applyHere(): Promise<RestoreOutcome | undefined> {
  const outcome = await applyRestore(config, new Date());
  return outcome?.kind === "restored" ? publishRestored(dataDir, outcome, publish) : outcome;
}

async function publish(contentDir: string): Promise<boolean> {
  await buildCodeWhenStale(config);
  const outcome = await publishHere(config, { contentDir, origin: "command" });
  if (outcome.kind !== "published") reportFailure(outcome);
  return outcome.kind === "published";
}

function fail(problem: string): void {
  console.error(problem);
  process.exitCode = 1;
}

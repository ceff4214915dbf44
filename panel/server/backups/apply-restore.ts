import { existsSync, statSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isInUse } from "../../../enquiries/owner/database-file.server.ts";
import {
  erasuresFile,
  mergeErasures,
  readErasures,
  writeErasures,
} from "../../../enquiries/owner/erasures.server.ts";
import { keptDatabaseFile } from "../../../enquiries/owner/kept-databases.server.ts";
import { sqliteFile } from "../../../enquiries/storage/database.server.ts";
import { withLock } from "../../../publishing/lock.ts";
import { replacedContentDir } from "../../../publishing/replace-content.ts";
import type { Config } from "../../../server/config.ts";
import { createFolderAtomically, flush } from "../../../server/durable-files.ts";
import { ownerSettingsFile, readOwnerSettings, writeOwnerSettings } from "../../../server/owner-settings.ts";
import { importDatabase } from "./import-database.ts";
import { prepareDatabase } from "./prepare-database.ts";
import {
  endRestore,
  isRestoring,
  Refusal,
  type Restored,
  type RestoreJournal,
  type RestoreOutcome,
  readJournal,
  refusalOf,
  restorePaths,
  writeJournal,
} from "./restore-journal.ts";
import { readRestorableSettings } from "./stage-backup.ts";

type Target = Pick<Config, "dataDir" | "databaseUrl" | "ownContentDir">;

/** Where a restore prepares content, on the same disk as the content that it replaces. */
const nextContentOf = ({ ownContentDir }: Target) => `${ownContentDir}.restoring`;

/**
 * Puts a confirmed backup in place; call it while nothing has the data open. First builds everything beside the data: a failure there
 * leaves the old state and is the outcome. Then the journal says `prepared`, and only renames are left (and before them, with
 * PostgreSQL, one transaction), which the next call finishes if this one is killed. Undefined if nothing has been confirmed, or another
 * process is restoring. Throws if the database server fails. If there is anything to publish, `publishRestored` ends the restore.
 */
export async function applyRestore(target: Target, now: Date): Promise<RestoreOutcome | undefined> {
  const { dataDir, databaseUrl } = target;
  if (!isRestoring(dataDir)) return undefined;
  const { folder, ready, published } = restorePaths(dataDir);
  return withLock(folder, {}, async () => {
    const begun = readJournal(dataDir);
    if (begun === undefined) return undefined;
    const journal = begun.phase === "prepared" ? begun : await prepare(begun, target, now).catch(explain);
    if (typeof journal === "string") return refuse(target, journal);
    if (databaseUrl !== undefined && journal.database !== undefined) {
      const erasures = await readErasures(existsSync(join(ready, erasuresFile)) ? ready : dataDir);
      const imported = await importDatabase({ ready, databaseUrl, erasures }).catch(explainRefusedRow);
      if (imported !== true) return refuse(target, imported || "Ten panel jest już w użyciu.");
    }
    const restored = await putInPlace(journal, target);
    if (!existsSync(published)) await endRestore(dataDir, restored);
    return restored;
  });
}

/** Publishes what visitors saw when the backup was made, and ends the restore. */
export async function publishRestored(
  dataDir: string,
  restored: Restored,
  publish: (contentDir: string) => Promise<boolean>,
): Promise<Restored> {
  const { published } = restorePaths(dataDir);
  const outcome = existsSync(published) ? { ...restored, isPublished: await publish(published) } : restored;
  await endRestore(dataDir, outcome);
  return outcome;
}

async function refuse(target: Target, problem: string): Promise<RestoreOutcome> {
  await rm(nextContentOf(target), { recursive: true, force: true });
  const outcome = { kind: "refused", problem } as const;
  await endRestore(target.dataDir, outcome);
  return outcome;
}

/** Returns the reason in Polish, in place of the journal. */
function explain(error: NodeJS.ErrnoException): string {
  return refusalOf(error) ?? `Tej kopii nie udało się przywrócić (${error.code ?? error.name}).`;
}

/** PostgreSQL refuses a forged value (class 22) or row (class 23), and would do so at the next start, too. */
function explainRefusedRow(error: NodeJS.ErrnoException): string {
  if (/^2[23]/.test(error.code ?? "")) return explain(error);
  throw error;
}

/** Builds the new state. Changes nothing that is in use, and may be repeated. */
async function prepare(journal: RestoreJournal, target: Target, now: Date): Promise<RestoreJournal> {
  const { dataDir, databaseUrl } = target;
  const { unpacked, ready } = restorePaths(dataDir);
  if (!existsSync(unpacked))
    throw new Refusal("Tej kopii już nie ma, bo zbyt długo czekała. Wczytaj ją ponownie.");
  const liveFile = databaseUrl === undefined ? sqliteFile(dataDir) : undefined;
  const hasDatabase = existsSync(sqliteFile(unpacked));
  if (hasDatabase && liveFile !== undefined) await waitUntilFree(liveFile);
  await rm(ready, { recursive: true, force: true });
  await mkdir(ready, { mode: 0o700 });
  const erasures = mergeErasures(await readErasures(dataDir), await readErasures(unpacked), now.getTime());
  if (erasures.length > 0) await writeErasures(ready, erasures);
  const settings = { ...readRestorableSettings(unpacked).kept, ...readOwnerSettings(dataDir) };
  await writeOwnerSettings(ready, settings);
  await prepareContent(join(unpacked, "content"), target);
  const database = hasDatabase
    ? await prepareDatabase({ ready, unpacked, liveFile, erasures, by: journal.by, now: now.getTime() })
    : undefined;
  const prepared = { ...journal, phase: "prepared", database } as const;
  await writeJournal(dataDir, prepared);
  return prepared;
}

/** Waits because one of the owner's commands may be reading the database. */
async function waitUntilFree(file: string): Promise<void> {
  for (let attempt = 0; existsSync(file) && isInUse(file); attempt += 1) {
    if (attempt === 20) throw new Refusal("Baza jest otwarta. Zatrzymaj stronę i spróbuj ponownie.");
    await sleep(250);
  }
}

async function prepareContent(from: string, target: Target): Promise<void> {
  if (!existsSync(from)) return;
  const { ownContentDir } = target;
  const parent = dirname(ownContentDir);
  await mkdir(parent, { recursive: true });
  if (existsSync(ownContentDir) && statSync(ownContentDir).dev !== statSync(parent).dev)
    throw new Refusal(
      `Folder ${ownContentDir} (CONTENT_DIR) jest osobnym dyskiem. Wpisz w CONTENT_DIR folder wewnątrz niego, na przykład ${ownContentDir}/content.`,
    );
  const next = nextContentOf(target);
  await rm(next, { recursive: true, force: true });
  await createFolderAtomically(next, (folder) => cp(from, folder, { recursive: true }));
}

async function putInPlace(journal: RestoreJournal, target: Target): Promise<Restored> {
  const { dataDir, databaseUrl, ownContentDir } = target;
  const { ready } = restorePaths(dataDir);
  const at = new Date(journal.confirmedAt);
  const hasLeft = journal.database !== undefined && journal.database.left > 0;
  const databaseKeptAs = keptDatabaseFile(dataDir, at, hasLeft ? "left-behind" : "before-restore");
  const contentKeptAs = replacedContentDir(ownContentDir, at);
  if (databaseUrl === undefined)
    await move({ from: sqliteFile(ready), to: sqliteFile(dataDir), keptAs: databaseKeptAs });
  for (const name of [ownerSettingsFile, erasuresFile])
    await move({ from: join(ready, name), to: join(dataDir, name) });
  await move({ from: nextContentOf(target), to: ownContentDir, keptAs: contentKeptAs });
  return {
    kind: "restored",
    database: journal.database,
    ...(existsSync(databaseKeptAs) && { databaseKeptAs }),
    ...(existsSync(contentKeptAs) && { contentKeptAs }),
  };
}

/** Keeps what it replaces under `keptAs`, if given. */
async function move({ from, to, keptAs }: { from: string; to: string; keptAs?: string }): Promise<void> {
  if (!existsSync(from)) return;
  // The write-ahead log first: that of a broken database must not be applied to the new one.
  if (keptAs !== undefined)
    for (const suffix of ["-wal", "-shm", ""]) await setAside(to + suffix, keptAs + suffix);
  await rename(from, to);
  await flush(dirname(to));
}

/** If `keptAs` exists, an interrupted attempt has made it, and what is at `path` now is new and empty. */
async function setAside(path: string, keptAs: string): Promise<void> {
  if (!existsSync(path)) return;
  if (existsSync(keptAs)) await rm(path, { recursive: true });
  else await rename(path, keptAs);
}

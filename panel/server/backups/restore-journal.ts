import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isDiskFull, readJson, writePrivateJson } from "../../../enquiries/storage/private-file.server.ts";
import type { RestoreCounts } from "./prepare-database.ts";

/** A restore keeps everything in one folder of the data folder, until it is in place. */
export function restorePaths(dataDir: string) {
  const folder = join(dataDir, "restoring");
  const unpacked = join(folder, "unpacked");
  return {
    folder,
    unpacked,
    /** The published content of the backup, to be published once everything is in place. */
    published: publishedIn(unpacked),
    /** Files to be moved into the data folder. */
    ready: join(folder, "ready"),
    journal: join(folder, "journal.json"),
    outcome: join(dataDir, "last-restore.json"),
  };
}

export const publishedIn = (unpacked: string) => join(unpacked, "published");

/** Exists once the owner has confirmed. While `confirmed`, nothing has changed; once `prepared`, only PostgreSQL may still refuse it. */
export interface RestoreJournal {
  readonly phase: "confirmed" | "prepared";
  /** ISO time. */
  readonly confirmedAt: string;
  /** The panel's device; empty for the command. */
  readonly by: string;
  /** Absent until it is prepared, or if the backup has no database. */
  readonly database?: RestoreCounts | undefined;
}

export interface Restored {
  readonly kind: "restored";
  /** Undefined if the backup has no database. */
  readonly database?: RestoreCounts | undefined;
  /** Where the previous state is kept for 30 days. */
  readonly databaseKeptAs?: string | undefined;
  readonly contentKeptAs?: string | undefined;
  /** Undefined if the backup is older than the first publication. */
  readonly isPublished?: boolean | undefined;
}

/** `refused`: nothing has changed. */
export type RestoreOutcome = Restored | { readonly kind: "refused"; readonly problem: string };

/** Why a backup cannot be restored, in Polish. */
export class Refusal extends Error {}

/** Why a backup cannot be restored, if the owner can act on it. */
export function refusalOf(error: unknown): string | undefined {
  if (error instanceof Refusal) return error.message;
  return isDiskFull(error) ? "Na dysku nie ma dość miejsca." : undefined;
}

export const readJournal = (dataDir: string) =>
  readJson<RestoreJournal | undefined>(restorePaths(dataDir).journal, undefined);

export const writeJournal = (dataDir: string, journal: RestoreJournal) =>
  writePrivateJson(restorePaths(dataDir).journal, journal);

/** Makes the program that serves this folder restart and restore the staged backup. */
export async function confirmRestore(dataDir: string, by: string, now: Date): Promise<void> {
  await rm(restorePaths(dataDir).outcome, { force: true });
  await writeJournal(dataDir, { by, phase: "confirmed", confirmedAt: now.toISOString() });
}

/** Whether a confirmed restore has not ended yet. */
export const isRestoring = (dataDir: string) => existsSync(restorePaths(dataDir).journal);

/** Whether a restore waits for a start of the program. */
export const isRestoreDue = (dataDir: string) => readJournal(dataDir)?.phase === "confirmed";

/** How the last restore ended; undefined while one is under way. */
export const readOutcome = (dataDir: string) =>
  readJson<RestoreOutcome | undefined>(restorePaths(dataDir).outcome, undefined);

/** Ends a restore: keeps the outcome and removes everything else. */
export async function endRestore(dataDir: string, outcome: RestoreOutcome): Promise<void> {
  const { folder, journal, outcome: file } = restorePaths(dataDir);
  // A full disk must not keep the restore from ending.
  await writePrivateJson(file, outcome).catch(() => {});
  // First, so that an interrupted removal does not look like a restore.
  await rm(journal, { force: true });
  await rm(folder, { recursive: true, force: true });
  // Without the backup's files there may be room.
  if (!readOutcome(dataDir)) await writePrivateJson(file, outcome).catch(() => {});
}

import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { dayMs, hourMs } from "../../../enquiries/clock.ts";
import { singleFlight } from "../../../enquiries/single-flight.ts";
import { runProgram } from "../../../publishing/fork-program.ts";
import { shownContent } from "../../../publishing/history.ts";
import { draftDir } from "../../../publishing/own-content.ts";
import type { Config } from "../../../server/config.ts";
import { readFreeDiskBytes, reservedBytes } from "../../../server/health.ts";
import { programOf } from "../../../server/programs.ts";
import { backupNameOf, isBackupName, isTooOld, surplusOf, timeIn } from "./backup-names.ts";
import type { BackupTask } from "./child.ts";
import { type BackupSource, bytesFor } from "./write-full-backup.ts";

export type Backups = ReturnType<typeof createBackups>;

/**
 * Full backups of the site: database, settings, content and photos in one file. They are made one at a time in a child process, once
 * a day; those of the last seven days and four weeks are kept, none for longer than 29 days.
 */
export function createBackups(
  config: Config,
  { now = () => new Date(), freeDiskBytes = () => readFreeDiskBytes(config.dataDir) } = {},
) {
  const backupsDir = join(config.dataDir, "copies");
  const fileOf = (name: string) => join(backupsDir, name);
  let failed: { at: Date; reason: "no-room" | "failed" } | undefined;

  /** Newest first; `madeAt` as ISO time. */
  async function list() {
    const names = (await readdir(backupsDir).catch(() => [])).filter(isBackupName);
    const files = names.map(async (name) => ({
      name,
      madeAt: timeIn(name).toISOString(),
      // Another process may just have removed it.
      bytes: (await stat(fileOf(name)).catch(() => undefined))?.size ?? 0,
    }));
    return (await Promise.all(files)).sort((one, other) => other.name.localeCompare(one.name));
  }

  /** A call during a backup returns that backup. */
  const { run: make, isRunning: isMaking } = singleFlight(async () => {
    const at = now();
    const made = await makeIfRoom(at).catch((error: unknown) => {
      failed = { at, reason: "failed" };
      throw error;
    });
    failed = made === "no-room" ? { at, reason: made } : undefined;
    return made;
  });

  async function makeIfRoom(at: Date) {
    const source = backupSource(config);
    if ((await freeDiskBytes()) < (await bytesFor(source)) + reservedBytes) return "no-room" as const;
    const name = backupNameOf(at);
    await runBackupTask(config, { task: "write", source, file: fileOf(name), at: at.toISOString() });
    await remove((names) => surplusOf(names, name, hourMs));
    return { name };
  }

  async function remove(choose: (names: string[]) => string[]): Promise<void> {
    const names = (await list()).map(({ name }) => name);
    for (const name of choose(names)) await rm(fileOf(name), { force: true });
  }

  /** The newest one, except those that a wrong clock has named in the future. */
  const newest = async () =>
    (await list()).find(({ name }) => timeIn(name).getTime() <= now().getTime() + hourMs);

  /** When the newest one was made; undefined if there is none. */
  const lastMadeAt = () => newest().then((last) => last && timeIn(last.name));

  return {
    list,
    newest,
    lastMadeAt,
    fileOf,
    make,
    /** Makes a backup if the last one is at least a day old; the caller decides how often to ask. */
    async makeIfDue() {
      const last = await lastMadeAt();
      return last === undefined || now().getTime() - last.getTime() >= dayMs ? make() : undefined;
    },
    /** Removes backups that are older than the privacy policy allows. Call it only while the clock can be trusted. */
    removeOld: () => remove((names) => names.filter((name) => isTooOld(name, now()))),
    isMaking,
    /** Why this process's last attempt failed; null if it did not, or if any process has made a backup since. */
    async failure(): Promise<"no-room" | "failed" | null> {
      const last = await lastMadeAt();
      return failed && !(last && last >= failed.at) ? failed.reason : null;
    },
  };
}

export function backupSource(config: Config): BackupSource {
  return {
    dataDir: config.dataDir,
    hasDatabase: config.databaseUrl === undefined,
    contentDir: draftDir(config),
    publishedDir: shownContent(config),
  };
}

export const runBackupTask = (config: Pick<Config, "codeDir">, task: BackupTask, timeoutMs = 600_000) =>
  runProgram(programOf(config, "backup.js"), task, { heapMegabytes: 128, timeoutMs });

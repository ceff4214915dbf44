import { join } from "node:path";
import { readLastBackup, recordBackup } from "../enquiries/owner/database-file.server.ts";
import { createBackups } from "../panel/server/backups/backups.ts";
import { sweepLeftovers } from "../panel/server/backups/sweep-leftovers.ts";
import type { BackupSource } from "../panel/server/backups/write-full-backup.ts";
import { shownContent } from "../publishing/history.ts";
import { removeOldContents } from "../publishing/restore-content.ts";
import type { Config } from "../server/config.ts";
import { readFreeDiskBytes } from "../server/health.ts";
import type { Logger } from "../server/logger.ts";
import { programOf } from "../server/programs.ts";
import { isClockSteady } from "../server/steady-clock.ts";

const everyMs = 15 * 60_000;
/** After the server has started up. */
const firstAfterMs = 60_000;

/** Makes a full backup each day, and removes what has become too old or was left by killed programs. */
export function startDailyBackups(config: Config, log: Logger) {
  const { dataDir, ownContentDir } = config;
  const backups = openBackups(config);

  async function run(): Promise<void> {
    await sweepLeftovers(config, Date.now());
    if (await isClockSteady(dataDir, Date.now())) {
      await backups.removeOld();
      await removeOldContents(ownContentDir, Date.now());
    }
    if ((await backups.makeIfDue()) === "no-room")
      log.error({}, "there is no room on the disk for the daily backup");
  }
  const runAndLog = () =>
    void run().catch((error: unknown) => log.error({ err: error }, "the daily backup failed"));
  void sweepLeftovers(config, Date.now()).catch((error: unknown) =>
    log.error({ err: error }, "leftovers could not be removed"),
  );
  const first = setTimeout(runAndLog, firstAfterMs).unref();
  const timer = setInterval(runAndLog, everyMs);
  return {
    backups,
    stop() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

export function openBackups(config: Config) {
  const { dataDir } = config;
  return createBackups({
    backupsDir: join(dataDir, "copies"),
    program: programOf(config, "backup.js"),
    source: () => backupSource(config),
    now: () => new Date(),
    freeDiskBytes: () => readFreeDiskBytes(dataDir),
    onMade: (at) => recordBackup(dataDir, at),
    lastMade: () => readLastBackup(dataDir),
  });
}

export async function backupSource(config: Config): Promise<BackupSource> {
  // Imported here because a server that has no backup to make yet does not need it.
  const { draftDir } = await import("../publishing/own-content.ts");
  return {
    dataDir: config.dataDir,
    hasDatabase: config.databaseUrl === undefined,
    contentDir: draftDir(config),
    publishedDir: shownContent(config),
  };
}

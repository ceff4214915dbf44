import { join } from "node:path";
import { recordBackup } from "../enquiries/owner/database-backup.server.ts";
import { createBackups } from "../panel/server/backups/backups.ts";
import type { BackupSource } from "../panel/server/backups/write-full-backup.ts";
import { shownContent } from "../publishing/history.ts";
import type { Config } from "./config.ts";
import { readFreeDiskBytes } from "./health.ts";
import type { Logger } from "./logger.ts";
import { programOf } from "./programs.ts";

const everyMs = 15 * 60_000;
/** After the server has started up. */
const firstAfterMs = 60_000;

/** Makes a full backup each day. */
export function startDailyBackups(config: Config, log: Logger) {
  const backups = openBackups(config);
  const run = () =>
    backups
      .makeIfDue()
      .then(
        (made) => made === "no-room" && log.error({}, "there is no room on the disk for the daily backup"),
      )
      .catch((error: unknown) => log.error({ err: error }, "the daily backup failed"));
  const first = setTimeout(run, firstAfterMs).unref();
  const timer = setInterval(run, everyMs);
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

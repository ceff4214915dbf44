import { createBackups, runBackupTask } from "../panel/server/backups/backups.ts";
import type { BackupTask } from "../panel/server/backups/child.ts";
import { createOffsiteBackups } from "../panel/server/backups/offsite/offsite-backups.ts";
import { sweepLeftovers } from "../panel/server/backups/sweep-leftovers.ts";
import { removeOldContents } from "../publishing/restore-content.ts";
import type { Logger } from "../server/logger.ts";
import type { Settings } from "../server/settings.ts";
import { isClockSteady } from "../server/steady-clock.ts";

const everyMs = 15 * 60_000;
/** A start should not compete with a backup. */
const firstAfterMs = 60_000;

/** Makes a full backup a day and sends it off the server, and removes what is too old or was left by killed programs. */
export function startDailyBackups(settings: Settings, log: Logger, warn: (problem: string) => Promise<void>) {
  const config = settings.config();
  const { dataDir, ownContentDir } = config;
  const backups = createBackups(config);
  const runTask = (task: BackupTask, timeoutMs?: number) => runBackupTask(config, task, timeoutMs);
  const offsite = createOffsiteBackups({ settings, backups, warn, now: Date.now, runTask, idleMs: 60_000 });

  async function run(): Promise<void> {
    await sweepLeftovers(config, Date.now());
    const isSteady = await isClockSteady(dataDir, Date.now());
    if (isSteady) {
      await backups.removeOld();
      await removeOldContents(ownContentDir, Date.now());
    }
    if ((await backups.makeIfDue()) === "no-room")
      log.error({}, "there is no room on the disk for the daily backup");
    await offsite.runDue({ mayPrune: isSteady });
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
    offsite,
    stop() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

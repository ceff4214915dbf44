import { singleFlight } from "../enquiries/single-flight.ts";
import { createBackups, runBackupTask } from "../panel/server/backups/backups.ts";
import type { BackupTask } from "../panel/server/backups/child.ts";
import { createOffsiteBackups } from "../panel/server/backups/offsite/offsite-backups.ts";
import { sweepLeftovers } from "../panel/server/backups/sweep-leftovers.ts";
import { removeOldContents } from "../publishing/replace-content.ts";
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
  const offsite = createOffsiteBackups({ settings, backups, warn, now: Date.now, runTask });

  /** A step that fails is logged and does not prevent the others. */
  const attempt = <Result>(step: () => Promise<Result>, failure: string) =>
    step().catch((error: unknown) => {
      log.error({ err: error }, failure);
    });
  const sweep = () => attempt(() => sweepLeftovers(config, Date.now()), "leftovers could not be removed");

  // Sending may take hours, and a run that waited for another one would then repeat its warning and its rehearsal.
  const { run } = singleFlight(async () => {
    await sweep();
    const isSteady =
      (await attempt(() => isClockSteady(dataDir, Date.now()), "the clock could not be checked")) ?? false;
    if (isSteady) {
      await attempt(() => backups.removeOld(), "old backups could not be removed");
      await attempt(() => removeOldContents(ownContentDir, Date.now()), "old content could not be removed");
    }
    await attempt(async () => {
      if ((await backups.makeIfDue()) === "no-room")
        log.error({}, "there is no room on the disk for the daily backup");
    }, "the daily backup failed");
    await attempt(() => offsite.runDue({ mayPrune: isSteady }), "backups could not be sent or tried");
  });
  void sweep();
  const first = setTimeout(run, firstAfterMs).unref();
  const timer = setInterval(run, everyMs);
  return {
    backups,
    offsite,
    stop() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

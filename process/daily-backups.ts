import { createBackups } from "../panel/server/backups/backups.ts";
import { sweepLeftovers } from "../panel/server/backups/sweep-leftovers.ts";
import { removeOldContents } from "../publishing/restore-content.ts";
import type { Config } from "../server/config.ts";
import type { Logger } from "../server/logger.ts";
import { isClockSteady } from "../server/steady-clock.ts";

const everyMs = 15 * 60_000;
/** A start should not compete with a backup. */
const firstAfterMs = 60_000;

/** Makes a full backup a day, and removes what is too old or was left by killed programs. */
export function startDailyBackups(config: Config, log: Logger) {
  const { dataDir, ownContentDir } = config;
  const backups = createBackups(config);

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

import { type CanaryReport, canaryJob } from "./canary.server.ts";
import { type Clock, dayMs, minuteMs, waitAtMost } from "./clock.ts";
import type { createJobs } from "./jobs.server.ts";
import { describeError, type Log } from "./log.ts";
import { enqueueDigest } from "./quarantine.server.ts";
import { purge, purgeFiles } from "./retention.server.ts";
import type { Database } from "./storage/database.server.ts";

type ScheduledJobsDeps = {
  database: Database;
  dataDir: string;
  jobs: ReturnType<typeof createJobs>;
  clock: Clock;
  log: Log;
  mailHost: string;
  retentionDays: () => number;
  /** Whether the clock may be trusted with a purge, which is irreversible. */
  isClockSteady: () => Promise<boolean>;
  /** Left out: no canary. */
  canary: (() => Promise<CanaryReport>) | undefined;
  sendReminders: () => Promise<void>;
  alertOfProblems: () => Promise<void>;
};

const canaryRetryMs = 15 * minuteMs;

/** Runs the digest, the purge and the canary once a day, and checks every minute whether reminders or an alert are due. */
export function createScheduledJobs(deps: ScheduledJobsDeps) {
  const { database, jobs, clock, log, canary } = deps;

  async function everyMinute(): Promise<void> {
    for (const work of [deps.sendReminders, sendDigest, purgeOld, sendCanary, deps.alertOfProblems]) {
      try {
        await work();
      } catch (error) {
        log.error({ work: work.name, ...describeError(error) }, "scheduled job failed");
      }
    }
  }

  async function sendDigest(): Promise<void> {
    await jobs.every(dayMs, "digest", (transaction) =>
      enqueueDigest(transaction, { mailHost: deps.mailHost, now: clock.now() }),
    );
  }

  async function purgeOld(): Promise<void> {
    let purged: number | undefined;
    const options = { dataDir: deps.dataDir, now: clock.now(), retentionDays: deps.retentionDays() };
    await jobs.every(dayMs, "purge", async (transaction) => {
      if (!(await deps.isClockSteady())) return log.info({}, "purge postponed to the next day");
      purged = await purge(transaction, options);
    });
    if (purged === undefined) return;
    await purgeFiles(database, options);
    log.info({ purged }, "old enquiries purged");
  }

  /** A failed canary is repeated soon. The cause may have been temporary, and health must not report it for a whole day. */
  async function sendCanary(): Promise<void> {
    if (!canary) return;
    const last = await jobs.last(canaryJob);
    const hasFailed = last !== undefined && !(last.detail as CanaryReport).ok;
    const isDue = await jobs.every(hasFailed ? canaryRetryMs : dayMs, "canary-due", async () => {});
    if (isDue) log.info(await canary(), "canary");
  }

  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  return {
    everyMinute,
    start(): void {
      timer = setInterval(() => {
        running = running.then(everyMinute);
      }, minuteMs);
    },
    /** Waits up to `timeoutMs` for work in progress. */
    async stop(timeoutMs: number): Promise<void> {
      clearInterval(timer);
      await waitAtMost(running, timeoutMs);
    },
  };
}

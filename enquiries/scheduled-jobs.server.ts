import { type CanaryReport, canaryJob } from "./canary.server.ts";
import { dayMs, minuteMs, secondMs, waitAtMost } from "./clock.ts";
import type { EnquiryDeps, EnquirySettings } from "./deps.server.ts";
import { describeError } from "./log.ts";
import { polishHour } from "./polish-time.ts";
import { enqueueDigest } from "./quarantine.server.ts";
import { purge, purgeFiles } from "./retention.server.ts";

export type ScheduledJobsDeps = Pick<
  EnquiryDeps,
  "database" | "dataDir" | "jobs" | "clock" | "log" | "mailHost"
> & {
  settings: () => Pick<EnquirySettings, "enquiryRetentionDays" | "morningHour">;
  /** Whether the clock may be trusted with a purge, which is irreversible. */
  isClockSteady: () => Promise<boolean>;
  /** Undefined while the canary is off. */
  canary: () => (() => Promise<CanaryReport>) | undefined;
  sendReminders: () => Promise<void>;
  announceToday: () => Promise<void>;
  alertOfProblems: () => Promise<void>;
};

const canaryRetryMs = 15 * minuteMs;
const reminderPollMs = 5 * secondMs;
/** A server that starts in the afternoon does not announce the day. */
const maxMorningDelayHours = 3;

/** Runs the digest and the purge once a day and the canary once a week, sends reminders within seconds, and checks every minute whether an alert is due. */
export function createScheduledJobs(deps: ScheduledJobsDeps) {
  const { database, dataDir, jobs, clock, log, settings, canary } = deps;

  const everyMinute = () => runAll([sendDigest, purgeOld, sendCanary, announceToday, deps.alertOfProblems]);

  async function runAll(jobsToRun: readonly (() => Promise<void>)[]): Promise<void> {
    for (const work of jobsToRun) {
      try {
        await work();
      } catch (error) {
        log.error({ work: work.name, ...describeError(error) }, "scheduled job failed");
      }
    }
  }

  async function sendDigest(): Promise<void> {
    await jobs.runIfDue(dayMs, "digest", (transaction) =>
      enqueueDigest(transaction, { mailHost: deps.mailHost, now: clock.now() }),
    );
  }

  async function purgeOld(): Promise<void> {
    let purged: number | undefined;
    const options = { dataDir, now: clock.now(), retentionDays: settings().enquiryRetentionDays };
    await jobs.runIfDue(dayMs, "purge", async (transaction) => {
      if (!(await deps.isClockSteady())) return log.info({}, "purge postponed to the next day");
      purged = await purge(transaction, options);
    });
    if (purged === undefined) return;
    await purgeFiles(database, options);
    log.info({ purged }, "old enquiries purged");
  }

  /** A failed canary is repeated soon. The cause may have been temporary, and health must not report it until the next week. */
  async function sendCanary(): Promise<void> {
    const run = canary();
    if (!run) return;
    const last = await jobs.last(canaryJob);
    const hasFailed = last !== undefined && !(last.detail as CanaryReport | null)?.ok;
    const isDue = await jobs.runIfDue(hasFailed ? canaryRetryMs : 7 * dayMs, "canary-due", async () => {});
    if (isDue) log.info(await run(), "canary");
  }

  /** Once each morning, even with several servers. */
  async function announceToday(): Promise<void> {
    const hour = settings().morningHour;
    const hoursLate = hour === undefined ? -1 : polishHour(clock.now()) - hour;
    if (hoursLate < 0 || hoursLate >= maxMorningDelayHours) return;
    if (await jobs.runIfDue(dayMs / 2, "morning", async () => {})) await deps.announceToday();
  }

  let timers: NodeJS.Timeout[] = [];
  let running = Promise.resolve();
  return {
    everyMinute,
    announceToday,
    start(): void {
      const repeat = (work: () => Promise<void>, everyMs: number) =>
        setInterval(() => {
          running = running.then(work);
        }, everyMs);
      timers = [repeat(() => runAll([deps.sendReminders]), reminderPollMs), repeat(everyMinute, minuteMs)];
    },
    /** Waits up to `timeoutMs` for work in progress. */
    async stop(timeoutMs: number): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await waitAtMost(running, timeoutMs);
    },
  };
}

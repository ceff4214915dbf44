import { type Clock, dayMs, secondMs } from "./clock.ts";
import { type EnquiryHealth, type EnquiryProblem, problemTexts } from "./health.server.ts";
import type { createJobs } from "./jobs.server.ts";
import { describeError, type Log } from "./log.ts";

type AlertDeps = {
  siteUrl: string;
  jobs: ReturnType<typeof createJobs>;
  clock: Clock;
  log: Log;
  fetch: typeof fetch;
};

const alertJob = "alert";

// Problems of one machine; servers that share a database share all other problems.
const ownProblems: EnquiryProblem[] = [
  "storage-not-writable",
  "disk-nearly-full",
  "mail-refuses-credentials",
  "copy-failed",
  "enquiries-left-behind",
];

/** The last report. */
type Report = { problems: EnquiryProblem[]; atMs: number };

/** Replaces the last report, wherever it is kept; `next` returns undefined to leave it alone. */
type Replace = (next: (last: Report | undefined) => Report | undefined) => Promise<void>;

/**
 * Posts to a webhook, because mail may be what is broken: when a problem begins, once a day while it lasts, and when it ends.
 * A database that cannot be written is one of this machine's own problems, so what was reported of those is kept in memory. What
 * was reported of common ones is kept in the database, so that only one of several servers reports them.
 */
export function createAlert({ siteUrl, jobs, clock, log, fetch }: AlertDeps) {
  let reportedOwn: Report | undefined;

  const replaceOwn: Replace = async (next) => {
    reportedOwn = next(reportedOwn) ?? reportedOwn;
  };
  // Older reports have no time of their own; they use that of the job.
  const replaceShared: Replace = (next) =>
    jobs.replace(alertJob, (last) =>
      next(last && { atMs: last.ranAt, ...(last.detail as Omit<Report, "atMs">) }),
    );

  return async (webhookUrl: string, health: EnquiryHealth): Promise<void> => {
    const own = health.problems.filter((problem) => ownProblems.includes(problem));
    const shared = health.problems.filter((problem) => !ownProblems.includes(problem));
    const undoShared = health.storageWritable ? await claim(shared, replaceShared) : undefined;
    const undoOwn = await claim(own, replaceOwn);
    if (!undoShared && !undoOwn) return;
    try {
      await post(webhookUrl, health);
    } catch (error) {
      log.error(describeError(error), "the alert webhook refused the alert");
      await undoOwn?.();
      await undoShared?.();
    }
  };

  /** Stores the problems, and returns how to undo that if they are due to be reported. */
  async function claim(problems: EnquiryProblem[], replace: Replace) {
    const now = { problems, atMs: clock.now() };
    let before: Report = { problems: [], atMs: now.atMs };
    let due = false;
    await replace((last = before) => {
      before = last;
      const isNew = problems.some((problem) => !last.problems.includes(problem));
      const isOver = problems.length === 0 && last.problems.length > 0;
      const isOld = problems.length > 0 && now.atMs - last.atMs > dayMs;
      due = isNew || isOver || isOld;
      if (due) return now;
      // What has ended is forgotten, so that its return is reported. The daily repeat still counts from the last report.
      return problems.length < last.problems.length ? { ...last, problems } : undefined;
    });
    return due ? () => replace(() => before) : undefined;
  }

  async function post(webhookUrl: string, health: EnquiryHealth): Promise<void> {
    const { problems, outbox } = health;
    const text = problems.map((problem) => problemTexts[problem]).join(" ") || "Wszystko znów działa.";
    const response = await fetch(webhookUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        text: `${siteUrl}: ${text}`,
        problems,
        waitingMessages: outbox.waiting,
        oldestWaitingMinutes:
          outbox.oldestAgeSeconds === null ? null : Math.floor(outbox.oldestAgeSeconds / 60),
      }),
      redirect: "error",
      signal: AbortSignal.timeout(10 * secondMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`webhook answered ${response.status}`);
  }
}

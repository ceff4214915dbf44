import { dayMs, secondMs } from "./clock.ts";
import type { EnquiryDeps } from "./deps.server.ts";
import { type EnquiryHealth, type EnquiryProblem, problemTexts } from "./health.server.ts";
import { describeError } from "./log.ts";

type AlertDeps = Pick<EnquiryDeps, "siteUrl" | "clock" | "log"> & { fetch: typeof fetch };

/**
 * Posts to a webhook when a problem begins, once a day while any lasts, and when the last one ends: mail itself may be broken.
 * Keeps the last report in memory, because the database may be broken too, so each server reports for itself.
 */
export function createAlert({ siteUrl, clock, log, fetch }: AlertDeps) {
  let reported: { problems: EnquiryProblem[]; atMs: number } = { problems: [], atMs: clock.monotonicMs() };

  return async (webhookUrl: string, health: EnquiryHealth): Promise<void> => {
    const { problems } = health;
    const isNew = problems.some((problem) => !reported.problems.includes(problem));
    const isOver = problems.length === 0 && reported.problems.length > 0;
    const isRepeatDue = problems.length > 0 && clock.monotonicMs() - reported.atMs > dayMs;
    if (!isNew && !isOver && !isRepeatDue) {
      // Forgets what has ended, so that its return is reported. The daily repeat still counts from the last report.
      reported = { ...reported, problems };
      return;
    }
    try {
      await post(webhookUrl, health);
      reported = { problems, atMs: clock.monotonicMs() };
    } catch (error) {
      log.error(describeError(error), "the alert webhook refused the alert");
    }
  };

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
        oldestWaitingMinutes: outbox.oldestAgeSeconds && Math.floor(outbox.oldestAgeSeconds / 60),
      }),
      redirect: "error",
      signal: AbortSignal.timeout(10 * secondMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`webhook answered ${response.status}`);
  }
}

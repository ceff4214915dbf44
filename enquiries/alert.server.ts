import { type Clock, dayMs, minuteMs, secondMs } from "./clock.ts";
import type { EnquiryHealth, EnquiryProblem } from "./health.server.ts";
import type { createJobs } from "./jobs.server.ts";
import { describeFault, type Log } from "./log.ts";

type AlertDeps = {
  webhookUrl: string;
  siteUrl: string;
  jobs: ReturnType<typeof createJobs>;
  clock: Clock;
  log: Log;
  fetch: typeof fetch;
};

const alertJob = "alert";
const repeatMs = dayMs;

// What every server sees alike, because they share the database; with the others several servers would contradict each other.
const sentences: Partial<Record<EnquiryProblem, string>> = {
  "outbox-late": "Wiadomości czekają na wysłanie dłużej niż 15 minut.",
  "mail-to-trainer-refused": "Serwer poczty na stałe odrzucił wiadomość z zapytaniem.",
  "canary-failed": "Nie powiódł się test formularza.",
};

/** The second way out when mail does not work: a POST when trouble begins, once a day while it lasts, and when it ends. */
export function createAlert({ webhookUrl, siteUrl, jobs, clock, log, fetch }: AlertDeps) {
  return async (health: EnquiryHealth): Promise<void> => {
    // Then there is nothing to remember what was said.
    if (!health.storageWritable) return;
    const problems = health.problems.filter((problem) => problem in sentences);
    let before: { problems: EnquiryProblem[] } | undefined;
    let due = false;
    await jobs.replace(alertJob, (last) => {
      before = last?.detail as typeof before;
      const told = before?.problems ?? [];
      const isNew = problems.some((problem) => !told.includes(problem));
      const isOver = problems.length === 0 && told.length > 0;
      const isOld = problems.length > 0 && last !== undefined && clock.now() - last.ranAt > repeatMs;
      due = isNew || isOver || isOld;
      return due ? { problems } : undefined;
    });
    if (!due) return;
    try {
      await tell(problems, health);
    } catch (fault) {
      log.error(describeFault(fault), "the alert webhook did not take the alert");
      await jobs.replace(alertJob, () => before ?? { problems: [] });
    }
  };

  async function tell(problems: EnquiryProblem[], { waitingMessages, oldestWaitingMs }: EnquiryHealth) {
    const text = problems.map((problem) => sentences[problem]).join(" ") || "Zapytania znów docierają.";
    const response = await fetch(webhookUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        text: `${siteUrl}: ${text}`,
        problems,
        waitingMessages,
        oldestWaitingMinutes: oldestWaitingMs === null ? null : Math.floor(oldestWaitingMs / minuteMs),
      }),
      signal: AbortSignal.timeout(10 * secondMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`webhook answered ${response.status}`);
  }
}

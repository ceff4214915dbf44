import { sql } from "kysely";
import { canaryJob } from "./canary.server.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "./clock.ts";
import type { EnquiryDeps } from "./deps.server.ts";
import { describeError } from "./log.ts";
import { kindsForTrainer } from "./mail/queue.server.ts";
import { floodReason, isQuarantineFull, isUnreported } from "./quarantine.server.ts";
import type { Db } from "./storage/tables.server.ts";

/** What keeps an enquiry from the trainer, or soon may. */
export const problemTexts = {
  "storage-not-writable": "Nie można zapisywać zapytań: formularz ich nie przyjmuje.",
  "disk-nearly-full": "Kończy się miejsce na dysku.",
  "data-unreadable": "Program nie może odczytać części plików ze swojego folderu danych.",
  "mail-refuses-credentials": "Serwer poczty nie przyjmuje nazwy użytkownika lub hasła.",
  "outbox-late": "E-maile czekają na wysłanie dłużej niż 15 minut.",
  "mail-to-trainer-refused": "Część e-maili z zapytaniami mogła do Ciebie nie dotrzeć.",
  "too-many-enquiries": "Przychodzi bardzo dużo zapytań: część z nich czeka w kwarantannie.",
  "quarantine-full": "Przychodzi bardzo dużo spamu: formularz nie przyjmuje kolejnych podejrzanych zapytań.",
  "canary-failed": "Test formularza się nie powiódł.",
  "backup-failed": "Codzienna kopia się nie udała.",
  "backup-not-sent": "Od trzech dni żadna kopia nie wyszła poza serwer.",
  "backup-not-restorable": "Próba przywrócenia kopii się nie udała.",
  "alert-address-refused": "Adres alarmu nie zaczyna się od https, więc ostrzeżenia tam nie wychodzą.",
  "certificate-late": "Certyfikat https nie powstał albo nie odnowił się w porę.",
  "enquiries-left-behind": "Po nieudanej aktualizacji część zapytań została w osobnej bazie.",
  "publication-stuck": "Zmiana ceny, komunikatu, ustawień lub programu nie trafiła w porę na stronę.",
  "opinion-still-shown": "Wycofana opinia jest jeszcze na stronie: nie udaje się jej usunąć.",
  "busy-calendars-unread":
    "Twojego kalendarza nie da się odczytać od doby, więc rozmowy nie umawiają się same: czekają na Twoją odpowiedź.",
};

export type EnquiryProblem = keyof typeof problemTexts;

export type EnquiryHealth = Awaited<ReturnType<ReturnType<typeof createHealth>>>;

export type HealthDeps = Pick<EnquiryDeps, "database" | "jobs" | "clock" | "log"> & {
  mailConfigured: () => boolean;
  credentialsRefused: () => boolean;
  freeDiskBytes: () => Promise<number>;
  otherProblems: () => Promise<EnquiryProblem[]>;
};

const lateAfterMs = 15 * minuteMs;
export const minFreeDiskBytes = 100 * 1024 * 1024;

/** Creates the check for everything that could keep an enquiry from the trainer. The check never throws (B11.3). */
export function createHealth(deps: HealthDeps) {
  const { database, jobs, clock, log, mailConfigured, credentialsRefused, freeDiskBytes } = deps;

  return async () => {
    // If the disk cannot be examined, something is wrong with it.
    const freeBytes = await freeDiskBytes().catch(() => 0);
    const others = await deps
      .otherProblems()
      .catch((error) => log.error(describeError(error), "the data folder cannot be examined"));
    const problems: EnquiryProblem[] = others ?? ["data-unreadable"];
    if (freeBytes < minFreeDiskBytes) problems.push("disk-nearly-full");
    if (credentialsRefused()) problems.push("mail-refuses-credentials");
    const facts = { mailConfigured: mailConfigured(), freeDiskBytes: freeBytes };
    try {
      await jobs.probe();
      return { ...facts, ...(await checkStored(problems)) };
    } catch (error) {
      log.error(describeError(error), "the enquiry database cannot be written");
      return {
        ...facts,
        problems: ["storage-not-writable" as const, ...problems],
        storageWritable: false,
        outbox: { waiting: 0, oldestAgeSeconds: null, dead: 0 },
        lastCanary: null,
      };
    }
  };

  async function checkStored(problems: EnquiryProblem[]) {
    const now = clock.now();
    const { waiting, dead, oldest, ...found } = await readFacts(database.db, now);
    const canary = await jobs.last(canaryJob);
    const oldestAgeMs = oldest === null ? null : Math.max(0, now - oldest);
    const { ok, problem } = (canary?.detail ?? {}) as { ok: boolean; problem?: string };
    const lastCanary = canary ? { ok, problem, at: new Date(canary.ranAt).toISOString() } : null;
    const isFull = await isQuarantineFull(database.db, now);
    // Nothing is late before a mail server is first used: the panel says that none is set.
    if ((oldestAgeMs ?? 0) > lateAfterMs && (mailConfigured() || found.mailWasUsed))
      problems.push("outbox-late");
    if (found.refused || found.givenUp) problems.push("mail-to-trainer-refused");
    if (found.flooded) problems.push("too-many-enquiries");
    if (isFull) problems.push("quarantine-full");
    // A scheduled canary that fails is run again soon. Others were run by hand: an older one, or one without a mail server.
    if (canary && !ok && mailConfigured() && now - canary.ranAt < dayMs) problems.push("canary-failed");
    return {
      problems,
      storageWritable: true,
      /** Messages that wait, with the age of the oldest; and those given up: refused for good, or not delivered in 5 days. */
      outbox: { waiting, dead, oldestAgeSeconds: oldestAgeMs && Math.round(oldestAgeMs / secondMs) },
      lastCanary,
    };
  }
}

type Facts = Record<"waiting" | "dead", number> &
  Record<"mailWasUsed" | "refused" | "givenUp" | "flooded", boolean> & { oldest: number | null };

/**
 * `oldest`: without messages to an address that the mail server refuses for now, and those about an appointment that wait for them.
 * `refused`: a message to the trainer is being refused. `givenUp`: one was given up, and the trainer has not learned of its enquiries
 * in another way: from the same message sent again, or from a digest. A reminder that was given up counts until it is sent again or
 * the owner changes the enquiry's reminder. `flooded`: in the last hour genuine enquiries came unusually fast.
 */
async function readFacts(db: Db, now: number): Promise<Facts> {
  const forVisitors = sql.join(["visitor", "answer", "booking"]);
  const { rows } = await sql<Facts>`select
    (select count(*) from outbox where status = 'waiting') as waiting,
    (select count(*) from outbox where status = 'dead') as dead,
    (select min(case when lease is null and attempts = 0 and coalesce(last_fault, '') not like 'credentials%' and next_attempt_at > created_at
      then next_attempt_at else created_at end)
      from outbox where status = 'waiting'
      and not (kind in (${forVisitors}) and exists (
        select 1 from outbox as tried
        where (tried.id = outbox.id or tried.appointment = outbox.appointment)
          and tried.status = 'waiting' and tried.kind in (${forVisitors}) and tried.last_fault like 'later %'
      ))) as oldest,
    exists (select 1 from outbox where attempts > 0) as "mailWasUsed",
    exists (
      select 1 from outbox
      where status = 'waiting' and kind in (${sql.join(kindsForTrainer)}) and last_fault like 'refused %'
    ) as refused,
    exists (
      select 1 from outbox as given_up
      join enquiries on enquiries.reference = given_up.reference or enquiries.digest_id = given_up.id
      where given_up.status = 'dead' and enquiries.status <> 'canary' and (
        (given_up.kind in ('trainer', 'digest') and ${isUnreported})
        or (given_up.kind = 'reminder' and enquiries.reminded_at <= given_up.created_at)
      )
    ) as "givenUp",
    exists (
      select 1 from enquiries
      where received_at > ${now - hourMs} and status = 'quarantined' and reasons = ${JSON.stringify([floodReason])}
    ) as flooded`.execute(db);
  return rows[0] as Facts;
}

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

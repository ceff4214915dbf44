import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { NewBooking } from "../booking.ts";
import { type Clock, dayMs, hourMs, minuteMs, secondMs } from "../clock.ts";
import { type Database, isPostgres, lockName } from "../storage/database.server.ts";
import type { OutboxTable, Transaction } from "../storage/tables.server.ts";
import type { SendResult } from "./mailer.server.ts";

const leaseMs = minuteMs;

/** How long an e-mail about the owner's change waits, so that the change can be taken back (C3.6). */
export const undoMs = 10 * secondMs;

type NewMessage = Partial<NewBooking> & {
  kind: OutboxTable["kind"];
  reference: string | null;
  mailHost: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Left out: it may be sent at once. */
  notBefore?: number;
  /** Left out: a new one. */
  id?: string;
  /** The owner's words in an answer. */
  text?: string;
};

/** Puts a message into the outbox, in the transaction that stores its enquiry. */
export async function enqueue(
  transaction: Transaction,
  { kind, reference, mailHost, now, notBefore = now, appointment, news, id = randomUUID(), text }: NewMessage,
): Promise<void> {
  await transaction
    .insertInto("outbox")
    .values({
      id,
      reference,
      kind,
      message_id: `<${id}@${mailHost}>`,
      status: "waiting",
      attempts: 0,
      created_at: now,
      next_attempt_at: notBefore,
      appointment: appointment ?? null,
      detail: news ? JSON.stringify(news) : (text ?? null),
    })
    .execute();
}

type EnquiryMail = Pick<NewMessage, "reference" | "mailHost" | "now"> & {
  booking?: NewBooking | undefined;
  email: string | null;
  /** With `off`, for measurements, every enquiry with an address is confirmed. */
  limits: "on" | "off";
};

/** Puts the e-mails of an enquiry into the outbox: one to the trainer, and a confirmation if one may be sent. */
export async function enqueueForEnquiry(
  transaction: Transaction,
  { email, limits, booking, ...mail }: EnquiryMail,
): Promise<void> {
  await enqueue(transaction, { kind: "trainer", ...mail, ...booking });
  if (!email) return;
  // These need no limit of their own: bookings are limited per person and per day.
  if (booking && booking.news.state !== "asked")
    await enqueue(transaction, { kind: "booking", ...mail, ...booking });
  else if (limits === "off" || (await mayConfirm(transaction, { email, now: mail.now })))
    await enqueue(transaction, { kind: "visitor", ...mail });
}

// Anybody can enter a stranger's address. E-mails sent that way must not ruin the domain's reputation, on which the trainer's own
// mail depends, or use up the mailbox's quota. No trainer gets fifty enquiries on an ordinary day.
const maxConfirmationsPerDay = 50;

/** Whether a confirmation may be sent to this address: one a day to each recipient, and a limited number to all of them. */
async function mayConfirm(transaction: Transaction, { email, now }: { email: string; now: number }) {
  const recipient = email.toLowerCase();
  await lockName(transaction, `confirmation ${recipient}`);
  const lastDay = await transaction
    .selectFrom("outbox")
    .innerJoin("enquiries", "enquiries.reference", "outbox.reference")
    .select("enquiries.email")
    .where("outbox.kind", "=", "visitor")
    .where("outbox.created_at", ">", now - dayMs)
    .limit(maxConfirmationsPerDay)
    .execute();
  return (
    lastDay.length < maxConfirmationsPerDay && lastDay.every((row) => row.email?.toLowerCase() !== recipient)
  );
}

/**
 * E-mails about one appointment are sent in order, separately for visitor and trainer. An enquiry that the trainer's server refuses, for
 * its text perhaps, holds up nothing.
 */
const isNext = sql<boolean>`not exists (
  select 1 from outbox as earlier
  where earlier.appointment = outbox.appointment and earlier.status = 'waiting' and earlier.created_at < outbox.created_at
    and (earlier.kind = 'booking') = (outbox.kind = 'booking')
    and not (earlier.kind = 'trainer' and coalesce(earlier.last_fault, '') like 'refused%')
)`;

export type QueuedMessage = Selectable<OutboxTable>;
export type LeasedMessage = QueuedMessage & { lease: string };

type QueueDeps = {
  database: Database;
  clock: Clock;
  random: () => number;
  /** Identifies a data folder on one machine, which one server at a time uses. */
  machine?: string;
};

/** The table of the outbox: which messages are due, which worker is sending them, and with what result. */
export function createQueue({ database: { db }, clock, random, machine = "" }: QueueDeps) {
  /** Leases up to `count` due messages to the caller. No other worker gets them for a minute, which is longer than sending ever takes. */
  async function claim(count: number): Promise<LeasedMessage[]> {
    const now = clock.now();
    const lease = `${machine}/${randomUUID()}`;
    return db.transaction().execute(async (transaction) => {
      const due = transaction
        .selectFrom("outbox")
        .selectAll()
        .where("status", "=", "waiting")
        // No pause is longer: what is due later than that was written before the clock was set back.
        .where(sql<boolean>`(next_attempt_at <= ${now} or next_attempt_at > ${now + maxDelayMs})`)
        .where(isNext)
        .orderBy("next_attempt_at")
        .limit(count);
      const messages = await (isPostgres(db) ? due.forUpdate().skipLocked() : due).execute();
      const ids = messages.map(({ id }) => id);
      const leased = transaction.updateTable("outbox").set({ lease, next_attempt_at: now + leaseMs });
      if (ids.length > 0) await leased.where("id", "in", ids).execute();
      return messages.map((message) => ({ ...message, lease }));
    });
  }

  async function settle(message: LeasedMessage, result: SendResult): Promise<"sent" | "waiting" | "dead"> {
    const now = clock.now();
    const change = changeAfter(message, result);
    const row = db
      .updateTable("outbox")
      .set({ ...change, lease: null, settled_at: change.status === "waiting" ? null : now })
      .where("id", "=", message.id);
    // A failure counts only if the lease is still held. A success counts in any case: the message has been sent.
    await (change.status === "sent" ? row : row.where("lease", "=", message.lease)).execute();
    return change.status;
  }

  function changeAfter({ kind, attempts: before, created_at }: QueuedMessage, result: SendResult) {
    const now = clock.now();
    const attempts = before + 1;
    if (result.kind === "sent") return { status: "sent", attempts, last_fault: null } as const;
    const last_fault = `${result.kind} ${result.codes}`;
    // The message is not to blame, so this does not count as an attempt.
    if (result.kind === "credentials")
      return { status: "waiting", next_attempt_at: now, last_fault } as const;
    const isFinal = result.kind === "refused" && !kindsForTrainer.includes(kind);
    if (isFinal || shouldGiveUp({ attempts, ageMs: now - created_at }))
      return { status: "dead", attempts, last_fault } as const;
    const next_attempt_at = now + retryDelayMs(attempts, random);
    return { status: "waiting", attempts, next_attempt_at, last_fault } as const;
  }

  async function drop(message: QueuedMessage): Promise<void> {
    await db.deleteFrom("outbox").where("id", "=", message.id).execute();
  }

  /** Call it when a server starts: whoever holds a lease of this machine, or any on SQLite, has died. */
  async function releaseAtStart(): Promise<void> {
    const leased = db.updateTable("outbox").where("lease", "is not", null);
    const ours = isPostgres(db) ? leased.where("lease", "like", `${machine}/%`) : leased;
    // As old as it is: health reports what keeps ending the program.
    await ours.set(({ ref }) => ({ lease: null, next_attempt_at: ref("created_at") })).execute();
  }

  /** What is due within ten seconds goes by itself, and may be an e-mail whose change can still be taken back. */
  async function makeAllDue(): Promise<void> {
    const now = clock.now();
    const soon = now + undoMs;
    const waiting = db.updateTable("outbox").set({ next_attempt_at: now }).where("status", "=", "waiting");
    await waiting.where("lease", "is", null).where("next_attempt_at", ">", soon).execute();
  }

  return { claim, settle, drop, releaseAtStart, makeAllDue };
}

export type Queue = ReturnType<typeof createQueue>;

/** These are retried even after a refusal, e.g. for a full mailbox or a spent quota: without them an enquiry would go unnoticed. */
export const kindsForTrainer: readonly OutboxTable["kind"][] = [
  "trainer",
  "digest",
  "reminder",
  "booking-trainer",
];

const minDelayMs = 30 * secondMs;
const maxDelayMs = hourMs;

/** The pause after the given failed attempt (1, 2, ...): it doubles from 30 s to an hour, and is randomly up to a quarter shorter. */
export function retryDelayMs(attempts: number, random: () => number): number {
  const doubled = Math.min(maxDelayMs, minDelayMs * 2 ** (attempts - 1));
  return Math.max(minDelayMs, Math.round(doubled * (0.75 + random() / 4)));
}

/** The pause after the server itself has failed this many times in a row. */
export function serverPauseMs(failures: number): number {
  return Math.min(15 * minuteMs, minDelayMs * 2 ** (failures - 1));
}

// 37 attempts take most of a day. Both limits must be reached, so that neither a wrong clock nor a server that keeps restarting gives a
// message up early.
const minAttempts = 37;
const minAgeMs = 5 * dayMs;

export function shouldGiveUp({ attempts, ageMs }: { attempts: number; ageMs: number }): boolean {
  return attempts >= minAttempts && ageMs >= minAgeMs;
}

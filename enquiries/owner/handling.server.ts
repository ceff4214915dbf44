import { sql } from "kysely";
import { cancellation } from "../booking.ts";
import { dayMs, hourMs, minuteMs } from "../clock.ts";
import type { EnquiryDeps } from "../deps.server.ts";
import { enqueue, enqueueForEnquiry, kindsForTrainer, undoMs } from "../mail/queue.server.ts";
import { findEnquiryRow, inTurn } from "../storage/database.server.ts";
import type { Db, EnquiryRow } from "../storage/tables.server.ts";
import { hashByOwner } from "../store.server.ts";
import type { ActionResult, StateChange, StateTarget } from "./inbox.ts";
import { handledNow } from "./next-step.server.ts";
import { toNote } from "./queries.server.ts";

export type InboxDeps = Pick<EnquiryDeps, "database" | "dataDir" | "clock" | "mailHost"> & {
  /** Called when there are e-mails to send. */
  onQueued: () => void;
};

/** The owner's actions on an enquiry. All are idempotent, because a request may arrive twice (P3.2). */
export function createHandling({ database: { db }, clock, mailHost, onQueued }: InboxDeps) {
  const resultOf = async (changed: ReturnType<typeof updateEnquiry>): Promise<ActionResult> =>
    (await changed.executeTakeFirst()).numUpdatedRows > 0n ? "done" : "missing";

  return {
    /**
     * The first change away from `new` counts as the first contact; going back to `new` clears it. Refused if another device has changed
     * the state that the owner saw, unless it already is the wanted one: a request may arrive twice.
     */
    async changeState(reference: string, change: StateChange): Promise<ActionResult> {
      const now = clock.now();
      return db.transaction().execute(async (transaction) => {
        const before = await find(transaction, reference);
        const { from, state, held } = change;
        const outcome = outcomeOf(change);
        const handledAt = (await endOfMeeting(transaction, reference, change)) ?? now;
        const { numUpdatedRows } = await updateEnquiry(transaction, reference)
          .set(columnsAfter(change, handledAt, now))
          .where("status", "=", "accepted")
          .where(
            sql<boolean>`(state = ${from} or state = ${state} and coalesce(outcome, '') = ${outcome ?? ""})`,
          )
          .executeTakeFirst();
        if (!before || numUpdatedRows === 0n) return before?.status === "accepted" ? "changed" : "missing";
        const isLost = outcome !== null && outcome !== "client";
        const wasLost = before.state === "closed" && before.outcome !== "client";
        if (isLost !== wasLost) await (isLost ? shortenPlaces : restorePlaces)(transaction, reference, now);
        const isNewClient = outcome === "client" && before.outcome !== "client";
        const withHeld = { ...change, held: held ?? (isNewClient || undefined) };
        await noteHeld(transaction, before, withHeld, handledAt);
        return "done";
      });
    },

    markRead: (reference: string) =>
      resultOf(updateEnquiry(db, reference).set({ read_at: sql`coalesce(read_at, ${clock.now()})` })),

    /** The client creates the `id`, so a note that is sent twice is stored once. Undefined if there is no such enquiry. */
    async addNote(reference: string, { id, text }: { id: string; text: string }) {
      return db.transaction().execute(async (transaction) => {
        if (!(await find(transaction, reference))) return undefined;
        const row = { id, reference, text: text.trim(), created_at: clock.now() };
        const added = transaction.insertInto("notes").values(row);
        await added.onConflict((conflict) => conflict.column("id").doNothing()).execute();
        await updateEnquiry(transaction, reference).execute();
        const notes = transaction.selectFrom("notes").selectAll();
        const note = await notes.where(({ and }) => and({ id, reference })).executeTakeFirst();
        return note && toNote(note);
      });
    },

    async removeNote(reference: string, id: string): Promise<ActionResult> {
      return db.transaction().execute(async (transaction) => {
        const note = transaction.deleteFrom("notes").where(({ and }) => and({ id, reference }));
        const { numDeletedRows } = await note.executeTakeFirst();
        await updateEnquiry(transaction, reference).execute();
        return numDeletedRows > 0n ? "done" : "missing";
      });
    },

    /** `time` in ISO 8601; null clears the reminder. */
    setReminder: (reference: string, time: string | null) =>
      resultOf(
        updateEnquiry(db, reference).set({ ...ownerReminder(time), handled_at: handledNow(clock.now()) }),
      ),

    /**
     * Claims the reminders that are due and returns the references of their enquiries. Each is claimed once, even by several
     * processes; its e-mail is queued in the same transaction, so it cannot be lost.
     */
    async claimDueReminders(): Promise<string[]> {
      const now = clock.now();
      const due = await db.transaction().execute(async (transaction) => {
        const claimed = await transaction
          .updateTable("enquiries")
          .set({ reminded_at: now, revision: sql`revision + 1` })
          .where("remind_at", "<=", now)
          .where("status", "=", "accepted")
          // A clock that was far ahead has reminded too early.
          .where(({ eb, or }) => or([eb("reminded_at", "is", null), eb("reminded_at", ">", now + hourMs)]))
          .returning("reference")
          .execute();
        for (const { reference } of claimed)
          await enqueue(transaction, { kind: "reminder", reference, mailHost, now });
        return claimed.map(({ reference }) => reference);
      });
      if (due.length > 0) onQueued();
      return due;
    },

    /** Takes an enquiry out of quarantine, a client as a client, and sends its e-mails, unless they were sent before it was marked as spam. */
    async release(reference: string): Promise<ActionResult> {
      const result = await db.transaction().execute(async (transaction) => {
        const found = await find(transaction, reference);
        if (!found) return "missing";
        if (found.status === "accepted") return "unchanged";
        await updateEnquiry(transaction, reference)
          .set({
            status: "accepted",
            digest_id: null,
            state: sql`case when outcome is not null then 'closed'
              when first_contact_at is not null then 'in-contact' else 'new' end`,
          })
          .execute();
        const mail = { reference, email: found.email, limits: "on", mailHost, now: clock.now() } as const;
        if (found.content_hash !== hashByOwner && !(await wasQueued(transaction, reference)))
          await enqueueForEnquiry(transaction, mail);
        return "done";
      });
      if (result === "done") onQueued();
      return result;
    },

    /** Moves an enquiry to quarantine, or closes one that is there already, and drops its unsent e-mails but cancellations. */
    async markAsSpam(reference: string): Promise<ActionResult> {
      return inTurn(db, "appointments", async (transaction) => {
        const found = await find(transaction, reference);
        if (!found) return "missing";
        if (found.status === "quarantined" && found.state === "closed") return "unchanged";
        // Whoever was invited would come. A screen that is up to date asks to cancel the date first.
        const invited = sql`select id from appointments
          where reference = ${reference} and state = 'booked' and starts_at > ${clock.now()}`;
        if ((await invited.execute(transaction)).rows.length > 0) return "changed";
        await updateEnquiry(transaction, reference)
          .set({
            status: "quarantined",
            state: "closed",
            reasons: found.reasons === "[]" ? JSON.stringify(["oznaczone ręcznie jako spam"]) : found.reasons,
            read_at: sql`coalesce(read_at, ${clock.now()})`,
          })
          .execute();
        // Whoever had a date or asked for one still learns that there is none.
        await sql`delete from outbox where reference = ${reference} and status = 'waiting' and lease is null
          and coalesce(detail, '') not like ${`%${cancellation}%`}`.execute(transaction);
        // Spam holds no time.
        await sql`update appointments set state = 'asked', place_until = null, remind_at = null
          where reference = ${reference} and state = 'wish'`.execute(transaction);
        return "done";
      });
    },

    /**
     * Makes unsent messages to the trainer due again under their old Message-ID. If there are none, sends the trainer the enquiry
     * again as a new message. Returns the number of messages that now wait; undefined if there is no such enquiry outside quarantine.
     */
    async resend(reference: string): Promise<number | undefined> {
      const now = clock.now();
      const waiting = await inTurn(db, `resend ${reference}`, async (transaction) => {
        const found = await find(transaction, reference);
        if (found?.status !== "accepted") return undefined;
        const { numUpdatedRows } = await transaction
          .updateTable("outbox")
          .set(dueAgain(now))
          .where("reference", "=", reference)
          .where("status", "!=", "sent")
          .where("kind", "in", kindsForTrainer)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) return Number(numUpdatedRows);
        // A double tap, or a request repeated by a proxy, counts once.
        const since = Math.max(found.received_at, now - minuteMs);
        if (await wasQueued(transaction, reference, since)) return 0;
        await enqueue(transaction, { kind: "trainer", reference, mailHost, now });
        return 1;
      });
      if (waiting) onQueued();
      return waiting;
    },

    /** Makes every message that was given up due again, digests too; returns their number. */
    async resendDead(): Promise<number> {
      const dead = db.updateTable("outbox").where("status", "=", "dead");
      const { numUpdatedRows } = await dead.set(dueAgain(clock.now())).executeTakeFirst();
      if (numUpdatedRows > 0n) onQueued();
      return Number(numUpdatedRows);
    },
  };
}

const toMs = (iso: string | null) => (iso === null ? null : Date.parse(iso));

/** Setting the same time again does not remind twice. */
function ownerReminder(time: string | null) {
  const at = toMs(time);
  return { remind_at: at, reminded_at: sql<number | null>`case when remind_at = ${at} then reminded_at end` };
}

const outcomeOf = (target: StateTarget) => (target.state === "closed" ? target.outcome : null);

/** The end of the meeting that a change tells of; undefined if it tells of none, or of one that is no longer booked. */
async function endOfMeeting(db: Db, reference: string, { meeting }: StateTarget) {
  if (!meeting) return undefined;
  const starts_at = Date.parse(meeting);
  const booked = db.selectFrom("appointments").select("ends_at");
  const told = booked.where(({ and }) => and({ reference, state: "booked", starts_at }));
  return (await told.executeTakeFirst())?.ends_at;
}

/** `handledAt`: the end of the meeting that the change tells of, or now. */
function columnsAfter(target: StateTarget, handledAt: number, now: number) {
  const { state, missed, was } = target;
  const outcome = outcomeOf(target);
  const time = target.at === undefined && outcome !== null ? null : target.at;
  return {
    state,
    outcome,
    // “Umówione” tells nothing of how a meeting went.
    handled_at: state === "scheduled" ? handledNow(now) : handledAt,
    read_at: sql<number>`coalesce(read_at, ${now})`,
    first_contact_at: state === "new" ? null : sql<number>`coalesce(first_contact_at, ${now})`,
    ...(time === undefined ? {} : ownerReminder(time)),
    // Undoing a change brings back a past time, of which the owner was reminded before.
    ...(time && Date.parse(time) <= now ? { reminded_at: now } : {}),
    ...(missed === undefined ? {} : { missed_at: missed ? handledAt : null }),
    ...(was && { handled_at: toMs(was.handledAt), missed_at: toMs(was.missedAt) }),
  };
}

/** Notes that the past appointments since the last missed one took place, or takes that back. */
async function noteHeld(db: Db, before: EnquiryRow, { held, was }: StateTarget, handledAt: number) {
  const { reference, handled_at, missed_at } = before;
  const since = was ? toMs(was.handledAt) : handled_at;
  // An undo that arrives twice must not reach the meeting before.
  if (held === undefined || (was && handled_at === since)) return;
  const past = db
    .updateTable("appointments")
    .set({ held_at: held ? handledAt : null })
    .where(({ and }) => and({ reference, state: "booked" }))
    .where(sql<boolean>`ends_at <= ${handledAt} and ends_at > ${missed_at ?? 0}`);
  // The step that an undo takes back came after what the undo restores, whatever has followed it.
  const noted = held ? past.where("held_at", "is", null) : past.where("held_at", was ? ">" : "=", since ?? 0);
  await noted.execute();
}

/** Changes an enquiry, unless it is a canary, and counts that, so that open panels notice. */
export const updateEnquiry = (db: Db, reference: string) =>
  db
    .updateTable("enquiries")
    .set({ revision: sql`revision + 1` })
    .where("reference", "=", reference)
    .where("status", "!=", "canary");

async function find(db: Db, reference: string) {
  const row = await findEnquiryRow(db, reference);
  return row?.status === "canary" ? undefined : row;
}

export const wishMs = dayMs;
const wishesOf = (db: Db, reference: string) =>
  db.updateTable("appointments").where(({ and }) => and({ reference, state: "wish" }));

/** Wishes of people who will not come, or agreed another date, keep their places until that can no longer be taken back. */
export const shortenPlaces = (db: Db, reference: string, now: number) =>
  wishesOf(db, reference)
    .set({ place_until: now + undoMs })
    .where("place_until", ">", now + undoMs)
    .execute();

/** Takes `shortenPlaces` back. A wish has one day, and that of a wish that was booked once began when it was moved. */
export function restorePlaces(db: Db, reference: string, now: number) {
  // Only a training that nobody has answered was surely never booked.
  const isUnanswered = sql`reference in (select reference from enquiries where first_contact_at is null)`;
  const began = sql`case when kind = 'training' and created_at + ${wishMs} > ${now} and ${isUnanswered}
    then created_at else changed_at end`;
  return wishesOf(db, reference)
    .set({ place_until: sql`${began} + ${wishMs}` })
    .where("place_until", "<=", now + undoMs)
    .execute();
}

/** Whether an e-mail to the trainer about this enquiry was queued after that time. */
async function wasQueued(db: Db, reference: string, since = 0) {
  const messages = db.selectFrom("outbox").select("id").where("created_at", ">", since);
  const found = messages.where(({ and }) => and({ reference, kind: "trainer" }));
  return (await found.executeTakeFirst()) !== undefined;
}

/**
 * Only one that was given up begins anew: by the others' time an undo finds out whether they have been sent. News of dates stays in order,
 * and a confirmation keeps its age.
 */
const dueAgain = (now: number) => {
  const isAnew = sql`status = 'dead' and kind not in ('booking', 'booking-trainer', 'visitor')`;
  const created_at = sql<number>`case when ${isAnew} then ${now} else created_at end`;
  // What is about to go by itself may tell of a change that can still be taken back, and what is being sent must not be sent twice.
  const isNear = sql`lease is not null or attempts = 0 and next_attempt_at <= ${now + undoMs}`;
  const next_attempt_at = sql<number>`case when ${isNear} then next_attempt_at else ${now} end`;
  return { status: "waiting", attempts: 0, created_at, next_attempt_at, settled_at: null } as const;
};

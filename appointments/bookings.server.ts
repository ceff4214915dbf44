import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { type BookingNews, type BookingRequest, DateTaken, type NewBooking } from "../enquiries/booking.ts";
import { type Clock, dayMs, hourMs, minuteMs, secondMs } from "../enquiries/clock.ts";
import { enqueue, type QueuedMessage } from "../enquiries/mail/queue.server.ts";
import { addDays, instantOf, type LocalTime } from "../enquiries/polish-time.ts";
import type { Pattern } from "../enquiries/site-facts.ts";
import { findEnquiryRow, isOverlap, lockName } from "../enquiries/storage/database.server.ts";
import type { AppointmentsTable, Tables } from "../enquiries/storage/tables.server.ts";
import { type FreeSlot, freeSlots, type Interval, type SlotException } from "./free-slots.ts";
import { parseSlotId } from "./slot.ts";

export type Appointment = Selectable<AppointmentsTable>;

export type BookingsDeps = {
  pattern: () => Pattern | undefined;
  /** The trainer's other commitments; `trusted` is false while their calendars have not been read for too long. */
  busy: (db: Kysely<Tables>) => Promise<{ intervals: readonly Interval[]; trusted: boolean }>;
  clock: Pick<Clock, "now">;
  /** The host in the Message-IDs. */
  mailHost: string;
  /** Whether the number of places given in a day is limited; `off` for measurements. */
  limits: "on" | "off";
};

/** `taken`: the place is somebody else's. `unchanged`: nothing had to be done, or it is too late for it. */
export type BookingResult = "done" | "unchanged" | "taken" | "missing";

/** An appointment before the trainer's last change, and the e-mails that were no longer worth sending. */
type Replaced = Omit<Appointment, "undo"> & { dropped?: QueuedMessage[] };

export type Arrangement = Pick<Appointment, "reference" | "kind" | "minutes"> & { local: LocalTime };

export type Bookings = ReturnType<typeof createBookings>;

const wishMs = dayMs;
const undoMs = 10 * secondMs;
/** Nobody is reminded of what is nearer (C4.3). */
export const leastNoticeMs = 12 * hourMs;
// Anybody can type somebody's number: a flood must not fill the calendar. Over this the trainer decides.
const mostPlacesADay = 8;

const holding = ["wish", "booked"] as const;

/**
 * Appointments in the database. Everything that takes or frees a place does so in a transaction, one at a time on all servers; should
 * that ever fail, the database itself refuses two appointments at one time (C3.4).
 */
export function createBookings({ pattern, busy, clock, mailHost, limits }: BookingsDeps) {
  /** The dates that can be chosen now. */
  async function free(db: Kysely<Tables>, except = ""): Promise<FreeSlot[]> {
    const now = clock.now();
    const exceptions = await exceptionsFrom(db, now);
    const taken = await takenFrom(db, now, except);
    const { intervals } = await busy(db);
    return freeSlots({ pattern: pattern(), exceptions, taken: [...taken, ...intervals], now });
  }

  /** A talk is confirmed at once, a training is a wish that keeps its place for a day (C3.3). */
  async function book(
    transaction: Transaction<Tables>,
    { slot, reference, mayHold, ...person }: BookingRequest,
  ): Promise<NewBooking> {
    await oneAtATime(transaction);
    const found = (await free(transaction)).find(({ id }) => id === slot);
    const place = found && placeAt(found.local, found.minutes);
    if (!place) throw new DateTaken();
    const hasPlace = mayHold && !(await hasOpen(transaction, person)) && (await isCalm(transaction));
    const { trusted } = await busy(transaction);
    const state = !hasPlace ? "asked" : found.kind === "talk" && trusted ? "booked" : "wish";
    const now = clock.now();
    const row: Appointment = {
      ...newRow({ reference, kind: found.kind, state, created_at: now }),
      ...place,
      place_until: state === "wish" ? now + wishMs : null,
      remind_at: reminderOf(place),
    };
    try {
      await transaction.insertInto("appointments").values(row).execute();
    } catch (error) {
      throw isOverlap(error) ? new DateTaken() : error;
    }
    return { appointment: row.id, news: newsOf(row, "new", "visitor") };
  }

  async function oneAtATime(transaction: Transaction<Tables>): Promise<void> {
    await lockName(transaction, "appointments");
    await lapse(transaction);
  }

  /** Frees the places of wishes that nobody has accepted in time. */
  async function lapse(db: Kysely<Tables>): Promise<void> {
    await sql`update appointments set state = 'asked', place_until = null
      where state = 'wish' and place_until <= ${clock.now()}`.execute(db);
  }

  /** One open booking a person. */
  async function hasOpen(db: Kysely<Tables>, { email, phone }: Pick<BookingRequest, "email" | "phone">) {
    const row = await db
      .selectFrom("appointments")
      .innerJoin("enquiries", "enquiries.reference", "appointments.reference")
      .select("appointments.id")
      .where("appointments.state", "in", holding)
      .where("ends_at", ">", clock.now())
      .where(({ eb, or }) =>
        or([
          ...(email ? [eb(sql`lower(email)`, "=", email.trim().toLowerCase())] : []),
          ...(phone ? [eb("phone", "=", phone)] : []),
        ]),
      )
      .executeTakeFirst();
    return row !== undefined;
  }

  async function isCalm(db: Kysely<Tables>): Promise<boolean> {
    if (limits === "off") return true;
    const { count } = await db
      .selectFrom("appointments")
      .select(sql<number>`count(*)`.as("count"))
      .where("state", "in", holding)
      .where("created_at", ">", clock.now() - dayMs)
      .executeTakeFirstOrThrow();
    return count < mostPlacesADay;
  }

  /** 18:00 the day before, unless that has passed or is less than twelve hours ahead (C4.3). */
  function reminderOf({ local_start, starts_at }: Pick<Appointment, "local_start" | "starts_at">) {
    const at = instantOf(`${addDays(local_start.slice(0, 10), -1)}T18:00`);
    return at !== undefined && at > clock.now() && starts_at - at >= leastNoticeMs ? at : null;
  }

  type Change = Partial<Pick<Appointment, "state" | "local_start" | "minutes" | "starts_at" | "ends_at">>;

  /** Changes an appointment and tells both; the trainer's own change waits until it can no longer be undone. */
  async function change(
    transaction: Transaction<Tables>,
    before: Appointment,
    made: Change,
    { event, by }: Pick<BookingNews, "event" | "by">,
  ): Promise<void> {
    const now = Math.max(clock.now(), before.changed_at + 1);
    const after = { ...before, ...made, sequence: before.sequence + 1, changed_at: now };
    after.remind_at = after.state === "cancelled" ? null : reminderOf(after);
    after.place_until = after.state === "wish" ? now + wishMs : null;
    // What has not left for a minute, and is no longer so, would only confuse.
    const dropped = await unsent(transaction, before.id)
      .where((at) => at.or([at("attempts", ">", 0), at("created_at", "<", clock.now() - minuteMs)]))
      .returningAll()
      .execute();
    const { undo: _, ...replaced } = before;
    after.undo = by === "trainer" ? JSON.stringify({ ...replaced, dropped }) : null;
    await transaction.updateTable("appointments").set(after).where("id", "=", before.id).execute();
    const { reference, id: appointment } = before;
    const mail = { reference, appointment, news: newsOf(after, event, by), mailHost, now };
    const notBefore = clock.now() + (by === "trainer" ? undoMs : 0);
    if (await hasAddress(transaction, reference))
      await enqueue(transaction, { kind: "booking", ...mail, notBefore });
    await enqueue(transaction, { kind: "booking-trainer", ...mail, notBefore });
  }

  /** Moves it to a free date; one that asks for a training has to be accepted anew. Repeated, it changes nothing. */
  async function move(
    transaction: Transaction<Tables>,
    id: string,
    { slot, sequence }: { slot: string; sequence: number | undefined },
  ): Promise<BookingResult> {
    await oneAtATime(transaction);
    const before = await find(transaction, id);
    const asked = parseSlotId(slot);
    if (!before || !asked) return "missing";
    if (!isOpen(before, sequence) || asked.local === before.local_start) return "unchanged";
    const found = (await freeWithout(transaction, before)).find((one) => one.id === slot);
    if (!found) return "taken";
    const state = before.kind === "talk" && before.state === "booked" ? "booked" : "wish";
    const made = { state, ...placeAt(found.local, found.minutes) } as const;
    await change(transaction, before, made, { event: "moved", by: "visitor" });
    return "done";
  }

  /** The dates to which this appointment could be moved: it is not in its own way. */
  async function freeWithout(db: Kysely<Tables>, { id, kind, local_start }: Appointment) {
    return (await free(db, id)).filter((slot) => slot.kind === kind && slot.local !== local_start);
  }

  async function cancel(
    transaction: Transaction<Tables>,
    id: string,
    { by, sequence }: { by: BookingNews["by"]; sequence?: number | undefined },
  ): Promise<BookingResult> {
    await oneAtATime(transaction);
    const before = await find(transaction, id);
    if (!before) return "missing";
    if (!isOpen(before, sequence)) return "unchanged";
    const declined = by === "trainer" && before.state !== "booked";
    const event = declined ? "declined" : "cancelled";
    await change(transaction, before, { state: "cancelled" }, { event, by });
    return "done";
  }

  /** The trainer accepts a wish, or gives another time: any, free or not offered at all. */
  async function settle(
    transaction: Transaction<Tables>,
    id: string,
    place: { local: LocalTime; minutes: number } | undefined,
  ): Promise<BookingResult> {
    await oneAtATime(transaction);
    const before = await find(transaction, id);
    if (!before) return "missing";
    const moved =
      place !== undefined && (place.local !== before.local_start || place.minutes !== before.minutes);
    if (before.state === "booked" && !moved) return "unchanged";
    const given = place && placeAt(place.local, place.minutes);
    if (place && !given) return "missing";
    const made = { state: "booked", ...given } as const;
    const event = before.state === "booked" ? "moved" : "accepted";
    await change(transaction, before, made, { event, by: "trainer" });
    return "done";
  }

  /** Gives a date that the trainer has agreed with somebody: it begins as one that was cancelled before anybody heard of it. */
  async function arrange(
    transaction: Transaction<Tables>,
    { reference, kind, local, minutes }: Arrangement,
  ): Promise<{ outcome: BookingResult; id?: string }> {
    await oneAtATime(transaction);
    const place = placeAt(local, minutes);
    if (!place) return { outcome: "missing" };
    const enquiry = await transaction
      .updateTable("enquiries")
      .set({ remind_at: null, revision: sql`revision + 1` })
      .where("reference", "=", reference)
      .where("status", "=", "accepted")
      .executeTakeFirst();
    if (enquiry.numUpdatedRows === 0n) return { outcome: "missing" };
    const same = await transaction
      .selectFrom("appointments")
      .select("id")
      .where(({ and }) => and({ reference, starts_at: place.starts_at, state: "booked" }))
      .executeTakeFirst();
    if (same) return { outcome: "unchanged", id: same.id };
    const row: Appointment = {
      ...newRow({ reference, kind, state: "cancelled", created_at: clock.now() }),
      ...place,
      sequence: -1,
      changed_at: 0,
    };
    await transaction.insertInto("appointments").values(row).execute();
    await change(transaction, row, { state: "booked" }, { event: "accepted", by: "trainer" });
    return { outcome: "done", id: row.id };
  }

  /** Takes back the trainer's last change within ten seconds, unless its e-mail has gone or the place is another's. */
  async function undo(transaction: Transaction<Tables>, id: string): Promise<BookingResult> {
    await oneAtATime(transaction);
    const after = await find(transaction, id);
    if (!after) return "missing";
    if (!after.undo || clock.now() > after.changed_at + undoMs) return "unchanged";
    const news = transaction.selectFrom("outbox").select("id").where("appointment", "=", id);
    const gone = await news
      .where("created_at", "=", after.changed_at)
      .where((at) => at.or([at("status", "<>", "waiting"), at("lease", "is not", null)]))
      .executeTakeFirst();
    if (gone) return "unchanged";
    await unsent(transaction, id).where("created_at", "=", after.changed_at).execute();
    const { dropped = [], ...before } = JSON.parse(after.undo) as Replaced;
    if (dropped.length > 0) await transaction.insertInto("outbox").values(dropped).execute();
    if (before.sequence < 0) {
      await transaction.deleteFrom("appointments").where("id", "=", id).execute();
      return "done";
    }
    const restored = transaction.updateTable("appointments").set({ ...before, undo: null });
    await restored.where("id", "=", id).execute();
    return "done";
  }

  /** Queues the reminders that are due; each once, whatever servers there are. */
  async function remind(db: Kysely<Tables>): Promise<number> {
    const now = clock.now();
    return db.transaction().execute(async (transaction) => {
      const due = await transaction
        .updateTable("appointments")
        .set({ remind_at: null })
        .where("remind_at", "<=", now)
        .returningAll()
        .execute();
      const worth = due.filter((one) => one.state === "booked" && one.starts_at - now >= leastNoticeMs);
      for (const row of worth) {
        const { reference, id: appointment } = row;
        const mail = { reference, appointment, news: newsOf(row, "reminder", "trainer"), mailHost, now };
        if (await hasAddress(transaction, reference))
          await enqueue(transaction, { kind: "booking", ...mail });
      }
      return worth.length;
    });
  }

  /** Whether it can be changed, by somebody who has seen that version of it. */
  const isOpen = (one: Appointment, seen = one.sequence) =>
    one.state !== "cancelled" && one.starts_at > clock.now() && one.sequence === seen;

  return { free, freeWithout, book, move, cancel, settle, arrange, undo, lapse, remind, isOpen };
}

export function find(db: Kysely<Tables>, id: string): Promise<Appointment | undefined> {
  return db.selectFrom("appointments").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Runs it in a transaction; one that the database refuses because of another appointment is `taken`. */
export async function unlessTaken<Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result | "taken"> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (isOverlap(error)) return "taken";
    throw error;
  }
}

const newRow = (facts: Pick<Appointment, "reference" | "kind" | "state" | "created_at">) => ({
  ...{ id: randomUUID(), ...facts, changed_at: facts.created_at, sequence: 0 },
  ...{ place_until: null, remind_at: null, undo: null, held_at: null },
});

/** What an e-mail says of an appointment as it is now. */
export const newsOf = (row: Appointment, event: BookingNews["event"], by: BookingNews["by"]): BookingNews => {
  const { state, sequence, local_start: start, minutes } = row;
  return { event, by, state, sequence, start, minutes };
};

/** Undefined for an hour that the clock skips. */
function placeAt(local_start: LocalTime, minutes: number) {
  const starts_at = instantOf(local_start);
  if (starts_at === undefined) return undefined;
  return { local_start, minutes, starts_at, ends_at: starts_at + minutes * minuteMs };
}

async function takenFrom(db: Kysely<Tables>, now: number, except: string): Promise<Interval[]> {
  const rows = await db
    .selectFrom("appointments")
    .select(["starts_at", "ends_at"])
    .where("state", "in", holding)
    .where(sql<boolean>`(place_until is null or place_until > ${now})`)
    .where("ends_at", ">", now - dayMs)
    .where("id", "<>", except)
    .execute();
  return rows.map(({ starts_at, ends_at }) => ({ startsAt: starts_at, endsAt: ends_at }));
}

async function exceptionsFrom(db: Kysely<Tables>, now: number): Promise<SlotException[]> {
  const yesterday = new Date(now - dayMs).toISOString().slice(0, 10);
  const rows = await db.selectFrom("slot_exceptions").selectAll().where("day", ">=", yesterday).execute();
  return rows as SlotException[];
}

function unsent(transaction: Transaction<Tables>, appointment: string) {
  return transaction
    .deleteFrom("outbox")
    .where("appointment", "=", appointment)
    .where("kind", "in", ["booking", "booking-trainer"])
    .where("status", "=", "waiting")
    .where("lease", "is", null);
}

/** Whether the person of an enquiry can be told by e-mail. */
export async function hasAddress(db: Kysely<Tables>, reference: string): Promise<boolean> {
  return Boolean((await findEnquiryRow(db, reference))?.email);
}

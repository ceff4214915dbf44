import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { type Book, type BookingNews, type BookingRequest, DateTaken } from "../enquiries/booking.ts";
import { type Clock, dayMs, hourMs, minuteMs } from "../enquiries/clock.ts";
import { enqueue, type QueuedMessage, undoMs } from "../enquiries/mail/queue.server.ts";
import { restorePlaces, shortenPlaces, updateEnquiry, wishMs } from "../enquiries/owner/handling.server.ts";
import { isUndecided } from "../enquiries/owner/next-step.server.ts";
import { isSamePerson } from "../enquiries/owner/person.server.ts";
import { addDays, instantOf, type LocalTime, polishMoment } from "../enquiries/polish-time.ts";
import type { Pattern } from "../enquiries/site-facts.ts";
import { findEnquiryRow, isOverlap, lockName, withEnquiries } from "../enquiries/storage/database.server.ts";
import type { AppointmentsTable, Db, Transaction } from "../enquiries/storage/tables.server.ts";
import { hashByOwner } from "../enquiries/store.server.ts";
import { type FreeSlot, freeSlots, type Interval, type SlotException } from "./free-slots.ts";
import { parseSlotId } from "./slot.ts";

export type Appointment = Selectable<AppointmentsTable>;

export type BookingsDeps = {
  db: Db;
  pattern: () => Pattern | undefined;
  /** The trainer's other commitments; `trusted` is false while their calendars have not been read for too long. */
  commitments: (db: Db) => Promise<{ intervals: readonly Interval[]; trusted: boolean }>;
  clock: Pick<Clock, "now">;
  mailHost: string;
  /** Whether the number of places given in a day is limited; `off` for measurements. */
  limits: "on" | "off";
  /** Called when there are e-mails to send. */
  onQueued: () => void;
};

/** `taken`: somebody else has the time. `unchanged`: nothing had to be done, or it is too late. `changed`: not what the trainer saw. */
export type BookingResult = "done" | "unchanged" | "taken" | "missing" | "changed";

/** What an undo restores: the appointment, e-mails that were no longer worth sending, the owner's reminder if an agreed date ended it. */
type Replaced = Omit<Appointment, "undo"> & { dropped?: QueuedMessage[]; reminder?: number | null };

export type Arrangement = Pick<Appointment, "reference" | "kind" | "minutes"> & { local: LocalTime };

export type Bookings = ReturnType<typeof createBookings>;

/** Nobody is reminded of an appointment that is nearer (C4.3). */
export const minNoticeMs = 12 * hourMs;
/** How long reminding may take: what is due at 18:00 is sent a moment later, which must not be too late for six in the morning. */
export const remindingMs = 10 * minuteMs;
// Anybody can type somebody's number, and a flood must not fill the calendar. Above this limit the trainer decides.
const maxPlacesPerDay = 8;
const maxChanges = 20;

const holdingStates = ["wish", "booked"] as const;

/**
 * Appointments in the database. Whatever takes or frees a time does so in a transaction, one at a time on all servers. Should that ever
 * fail, the database itself refuses overlaps (C3.4).
 */
export function createBookings(deps: BookingsDeps) {
  const { db, pattern, commitments, clock, mailHost, limits, onQueued } = deps;

  /** The dates that can be chosen now. */
  async function free(at: Db = db, except = ""): Promise<FreeSlot[]> {
    const now = clock.now();
    const exceptions = (await at.selectFrom("slot_exceptions").selectAll().execute()) as SlotException[];
    const taken = await at
      .selectFrom("appointments")
      .select(["starts_at as startsAt", "ends_at as endsAt"])
      .where("state", "in", holdingStates)
      .where(sql<boolean>`(place_until is null or place_until > ${now})`)
      .where("ends_at", ">", now - dayMs)
      .where("id", "<>", except)
      .execute();
    const { intervals } = await commitments(at);
    return freeSlots({ pattern: pattern(), exceptions, taken: [...taken, ...intervals], now });
  }

  /** Books a date. A talk is confirmed at once; a training is a wish that holds its time for a day (C3.3). */
  const book: Book = async (transaction, { slot, reference, mayHold, ...person }) => {
    await lockAppointments(transaction);
    const found = (await free(transaction)).find(({ id }) => id === slot);
    const place = found && placeAt(found.local, found.minutes);
    if (!place) throw new DateTaken();
    const hasPlace = mayHold && !(await hasBooking(transaction, person)) && (await isUnderLimit(transaction));
    const { trusted } = await commitments(transaction);
    const state = !hasPlace ? "asked" : found.kind === "talk" && trusted ? "booked" : "wish";
    const now = clock.now();
    const row: Appointment = {
      ...newRow({ ...place, reference, kind: found.kind, state, created_at: now }),
      place_until: state === "wish" ? now + wishMs : null,
      remind_at: visitorReminderAt(place),
    };
    await transaction.insertInto("appointments").values(row).execute();
    return { appointment: row.id, news: newsOf(row, "new", "visitor") };
  };

  async function lockAppointments(transaction: Transaction): Promise<void> {
    await lockName(transaction, "appointments");
    await expireWishes(transaction);
  }

  /** Runs the work in a transaction, one at a time, and has its e-mails sent; `taken` if the database refuses an overlap. */
  async function inLockedTransaction<Result>(work: (transaction: Transaction) => Promise<Result>) {
    try {
      const result = await db.transaction().execute(async (transaction) => {
        await lockAppointments(transaction);
        return work(transaction);
      });
      onQueued();
      return result;
    } catch (error) {
      if (isOverlap(error)) return "taken" as const;
      throw error;
    }
  }

  const withAppointment = (
    id: string,
    work: (transaction: Transaction, before: Appointment) => Promise<BookingResult>,
  ) =>
    inLockedTransaction(async (transaction): Promise<BookingResult> => {
      const before = await findAppointment(transaction, id);
      // An enquiry in quarantine holds no time, whatever an older screen shows.
      const enquiry = before && (await findEnquiryRow(transaction, before.reference));
      return before && enquiry?.status === "accepted" ? work(transaction, before) : "missing";
    });

  /** Frees the times of wishes that the trainer has not accepted in time. Those of open enquiries and of clients return to "Dziś". */
  async function expireWishes(at: Db = db): Promise<void> {
    const now = clock.now();
    // changed_at puts the wish into "Dziś", unless it moved and is decided. A clock far ahead for a moment dates nothing into the future (T24).
    const lost = sql`select reference from enquiries where state = 'closed' and coalesce(outcome, '') <> 'client'`;
    await sql`update appointments set state = 'asked', place_until = null,
        changed_at = case when reference in (${lost}) or sequence > 0 and not ${isUndecided} then changed_at
          when place_until < ${now - dayMs} then place_until else ${now} end
      where state = 'wish' and place_until <= ${now}`.execute(at);
  }

  /** Whether the person already has an open booking: one each is allowed. */
  async function hasBooking(transaction: Transaction, person: Pick<BookingRequest, "email" | "phone">) {
    const row = await withEnquiries(transaction)
      .select("appointments.id")
      .where("appointments.state", "in", holdingStates)
      .where("ends_at", ">", clock.now())
      .where(isSamePerson(person))
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Counts by the time of the enquiry, because the trainer may give many dates a day to people who wrote before. */
  async function isUnderLimit(transaction: Transaction): Promise<boolean> {
    if (limits === "off") return true;
    const { count } = await withEnquiries(transaction)
      .select(sql<number>`count(*)`.as("count"))
      .where("appointments.state", "in", holdingStates)
      .where("received_at", ">", clock.now() - dayMs)
      .where("content_hash", "<>", hashByOwner)
      .executeTakeFirstOrThrow();
    return count < maxPlacesPerDay;
  }

  /** 18:00 the day before; null if that has passed, or if the appointment begins less than twelve hours after it (C4.3). */
  function visitorReminderAt({ local_start, starts_at }: Pick<Appointment, "local_start" | "starts_at">) {
    const at = polishMoment(addDays(local_start.slice(0, 10), -1), 18);
    return at > clock.now() && starts_at - at >= minNoticeMs ? at : null;
  }

  /** Changes an appointment and informs both sides. E-mails about the trainer's change wait until it can no longer be undone. */
  async function change(
    transaction: Transaction,
    before: Appointment,
    made: Partial<Appointment>,
    { event, by, reminder }: Pick<BookingNews, "event" | "by"> & Pick<Replaced, "reminder">,
  ): Promise<BookingResult> {
    const now = Math.max(clock.now(), before.changed_at + 1);
    const after = { ...before, ...made, sequence: before.sequence + 1, changed_at: now };
    after.remind_at = after.state === "cancelled" ? null : visitorReminderAt(after);
    after.place_until = after.state === "wish" ? (before.place_until ?? now + wishMs) : null;
    if (by === "trainer") await setAnswered(transaction, after, "coalesce");
    // Drops outdated e-mails that were tried in vain, or have waited for a minute: they would only confuse.
    const dropped = await deleteUnsent(transaction, before.id)
      .where((at) => at.or([at("attempts", ">", 0), at("created_at", "<", clock.now() - minuteMs)]))
      .returningAll()
      .execute();
    const { undo: _, ...replaced } = before;
    after.undo = by === "trainer" ? JSON.stringify({ ...replaced, dropped, reminder }) : null;
    await transaction.updateTable("appointments").set(after).where("id", "=", before.id).execute();
    // A date in the past gets no invitation, but somebody who was invited to another, future date is told of the change.
    const isOver = ({ starts_at }: Appointment) => starts_at <= clock.now();
    if (isOver(after) && (before.state !== "booked" || isOver(before))) return "done";
    const notBefore = clock.now() + (by === "trainer" ? undoMs : 0);
    const mail = { ...mailOf(after, event, by), now, notBefore };
    if (await hasAddress(transaction, after.reference))
      await enqueue(transaction, { kind: "booking", ...mail });
    await enqueue(transaction, { kind: "booking-trainer", ...mail });
    return "done";
  }

  const mailOf = (row: Appointment, event: BookingNews["event"], by: BookingNews["by"]) => ({
    reference: row.reference,
    appointment: row.id,
    news: newsOf(row, event, by),
    mailHost,
  });

  /** Visitors whose move or cancellation shows them a cancelled date would not hear that the trainer has brought it back. */
  async function giveUp(transaction: Transaction, { id, state, undo }: Appointment): Promise<void> {
    if (state !== "cancelled" || undo === null) return;
    await transaction.updateTable("appointments").set({ undo: "" }).where("id", "=", id).execute();
  }

  /** A visitor moves an appointment to a free date; a training then has to be accepted again. Repeating it changes nothing. */
  const move = (id: string, slot: string, sequence: number | undefined) =>
    withAppointment(id, async (transaction, before) => {
      const asked = parseSlotId(slot);
      if (!asked) return "missing";
      await giveUp(transaction, before);
      if (!isOpen(before, sequence) || asked.local === before.local_start) return "unchanged";
      const found = (await freeWithout(before, transaction)).find((one) => one.id === slot);
      if (!found) return "taken";
      const { trusted } = await commitments(transaction);
      const state = before.kind === "talk" && before.state === "booked" && trusted ? "booked" : "wish";
      const made = { state, ...placeAt(found.local, found.minutes) } as const;
      return change(transaction, before, made, { event: "moved", by: "visitor" });
    });

  /** The dates to which this appointment could be moved; its own time does not count as taken. */
  async function freeWithout({ id, kind, local_start, state, sequence }: Appointment, at: Db = db) {
    // A link must neither hold a second place nor send e-mails without end.
    if (state === "asked" || sequence >= maxChanges) return [];
    return (await free(at, id)).filter((slot) => slot.kind === kind && slot.local !== local_start);
  }

  /** Only the date that was seen: at its `local` time for the trainer, with its `sequence` for a link of an older page. */
  const cancel = (id: string, by: BookingNews["by"], sequence?: number, local?: string) =>
    withAppointment(id, async (transaction, before) => {
      if (by === "visitor") await giveUp(transaction, before);
      if (!isOpen(before, sequence)) return "unchanged";
      if (local && local !== before.local_start) return "changed";
      const event = before.state === "booked" ? "cancelled" : "declined";
      return change(transaction, before, { state: "cancelled" }, { event, by });
    });

  /** The trainer accepts a wish, unless it is no longer at the time that they saw. */
  const accept = (id: string, seen: LocalTime) =>
    withAppointment(id, async (transaction, before) => {
      if (before.state === "cancelled" || seen !== before.local_start) return "changed";
      if (before.state === "booked") return "unchanged";
      const made = { state: "booked", ...placeAt(seen, before.minutes) } as const;
      return change(transaction, before, made, { event: "accepted", by: "trainer" });
    });

  /** The trainer gives an appointment any time, offered or not, and so accepts it, unless it was held or is not at the time `seen`. */
  const give = (id: string, local: LocalTime, minutes: number, seen?: LocalTime) =>
    withAppointment(id, async (transaction, before) => {
      const isMoved = local !== before.local_start || minutes !== before.minutes;
      if (before.state === "booked" && !isMoved) return "unchanged";
      const isChanged = before.state === "cancelled" || before.held_at !== null;
      if (isChanged || (seen && seen !== before.local_start)) return "changed";
      const given = placeAt(local, minutes);
      if (!given) return "missing";
      const event = isMoved ? "moved" : "accepted";
      return change(transaction, before, { state: "booked", ...given }, { event, by: "trainer" });
    });

  /**
   * Books a date that the trainer has agreed with somebody, and ends the owner's reminder. The row begins as `cancelled`, so that
   * booking it is a normal change. A date of theirs at its hour, or a wish that it overlaps or that came from a move, becomes it instead.
   */
  const arrange = ({ reference, kind, local, minutes }: Arrangement) =>
    inLockedTransaction(async (transaction): Promise<{ outcome: BookingResult; id?: string }> => {
      const place = placeAt(local, minutes);
      const enquiry = await findEnquiryRow(transaction, reference);
      if (!place || enquiry?.status !== "accepted") return { outcome: "missing" };
      const news = { event: "accepted", by: "trainer", reminder: enquiry.remind_at } as const;
      const own = transaction.selectFrom("appointments").selectAll().where("reference", "=", reference);
      const same = own.where(({ and }) => and({ starts_at: place.starts_at, state: "booked" }));
      const known = await same.executeTakeFirst();
      if (known?.kind === kind && known.minutes === minutes) return { outcome: "unchanged", id: known.id };
      // What the person asked for must not be in the way.
      const overlapping = own.where("starts_at", "<", place.ends_at).where("ends_at", ">", place.starts_at);
      // A date that was moved may stand in both calendars, where the new one takes its place.
      const now = clock.now();
      const moved = own.where("state", "in", ["wish", "asked"]).where("sequence", ">", 0);
      const coming = moved.where("kind", "=", kind).where("starts_at", ">", now);
      const wish =
        known ??
        (await overlapping.where("state", "=", "wish").executeTakeFirst()) ??
        (place.starts_at > now ? await coming.executeTakeFirst() : undefined);
      // What is noted after its end leaves a reminder for later.
      if (place.ends_at > now || (enquiry.remind_at ?? 0) <= now)
        await updateEnquiry(transaction, reference).set({ remind_at: null }).execute();
      // What is noted after its end took place. If its enquiry was handled since, "Dziś" does not ask how it went.
      const isUnasked = place.ends_at <= Math.min(now, enquiry.handled_at ?? 0);
      const booked = { state: "booked", held_at: isUnasked ? place.ends_at : null } as const;
      if (wish) {
        const made = { kind, ...place, ...booked };
        return { outcome: await change(transaction, wish, made, news), id: wish.id };
      }
      if (place.ends_at > now) await shortenPlaces(transaction, reference, now);
      const unmade = newRow({ ...place, reference, kind, state: "cancelled", created_at: now });
      const row: Appointment = { ...unmade, sequence: -1, changed_at: 0 };
      await transaction.insertInto("appointments").values(row).execute();
      return { outcome: await change(transaction, row, booked, news), id: row.id };
    });

  /** Undoes the trainer's last change within ten seconds, unless its e-mail was sent or somebody else has the time. */
  const undo = (id: string) =>
    withAppointment(id, async (transaction, after) => {
      if (!after.undo || clock.now() > after.changed_at + undoMs) return "unchanged";
      // An update locks them, so that none is claimed meanwhile.
      const news = transaction.updateTable("outbox").set({ appointment: id }).where("appointment", "=", id);
      const mails = news.where("created_at", "=", after.changed_at).returning(["status", "lease"]);
      if ((await mails.execute()).some(({ status, lease }) => status !== "waiting" || lease))
        return "unchanged";
      await setAnswered(transaction, after, "nullif");
      await deleteUnsent(transaction, id).where("created_at", "=", after.changed_at).execute();
      const { dropped = [], reminder, ...before } = JSON.parse(after.undo) as Replaced;
      if (dropped.length > 0) await transaction.insertInto("outbox").values(dropped).execute();
      if (reminder !== undefined)
        await updateEnquiry(transaction, before.reference).set({ remind_at: reminder }).execute();
      if (before.sequence < 0) {
        await transaction.deleteFrom("appointments").where("id", "=", id).execute();
        await restorePlaces(transaction, before.reference, clock.now());
        return "done";
      }
      const restored = transaction.updateTable("appointments").set({ ...before, undo: null });
      await restored.where("id", "=", id).execute();
      return "done";
    });

  /**
   * Queues due reminders, each once, however many servers there are, and returns their number. What comes too late stays due, because
   * the clock may only be ahead for a moment.
   */
  async function remind(): Promise<number> {
    const now = clock.now();
    const reminded = await db.transaction().execute(async (transaction) => {
      const due = await transaction
        .updateTable("appointments")
        .set({ remind_at: null })
        .where("remind_at", "<=", now)
        .where("state", "=", "booked")
        .where(sql<boolean>`(starts_at >= ${now + minNoticeMs} or remind_at > ${now - remindingMs})`)
        .returningAll()
        .execute();
      for (const row of due)
        if (await hasAddress(transaction, row.reference))
          await enqueue(transaction, { kind: "booking", ...mailOf(row, "reminder", "trainer"), now });
      return due.length;
    });
    if (reminded > 0) onQueued();
    return reminded;
  }

  /** Whether an appointment can be changed by somebody who has seen this version of it. */
  const isOpen = (one: Appointment, seen = one.sequence) =>
    one.state !== "cancelled" && one.starts_at > clock.now() && one.sequence === seen;

  return { free, freeWithout, book, move, cancel, accept, give, expireWishes, remind, isOpen, arrange, undo };
}

export function findAppointment(db: Db, id: string): Promise<Appointment | undefined> {
  return db.selectFrom("appointments").selectAll().where("id", "=", id).executeTakeFirst();
}

type Place = NonNullable<ReturnType<typeof placeAt>>;
const newRow = (facts: Place & Pick<Appointment, "reference" | "kind" | "state" | "created_at">) => ({
  id: randomUUID(),
  ...facts,
  changed_at: facts.created_at,
  sequence: 0,
  place_until: null,
  remind_at: null,
  undo: null,
  held_at: null,
});

/** The content of an e-mail about an appointment as it is now. */
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

function deleteUnsent(transaction: Transaction, appointment: string) {
  return transaction
    .deleteFrom("outbox")
    .where("appointment", "=", appointment)
    .where("kind", "in", ["booking", "booking-trainer"])
    .where("status", "in", ["waiting", "dead"])
    .where("lease", "is", null);
}

/** The trainer's decision about a date answers its enquiry, which is no longer new; `nullif` takes that back. */
async function setAnswered(
  transaction: Transaction,
  { reference, changed_at }: Appointment,
  how: "coalesce" | "nullif",
): Promise<void> {
  const at = (column: string) => sql`${sql.raw(how)}(${sql.ref(column)}, ${changed_at})`;
  const [from, to, since] =
    how === "coalesce"
      ? ["new", "in-contact", sql`1 = 1`]
      : ["in-contact", "new", sql`first_contact_at = ${changed_at}`];
  await sql`update enquiries set first_contact_at = ${at("first_contact_at")}, read_at = ${at("read_at")},
    state = case when state = ${from} and ${since} then ${to} else state end
    where reference = ${reference}`.execute(transaction);
}

async function hasAddress(db: Db, reference: string): Promise<boolean> {
  return Boolean((await findEnquiryRow(db, reference))?.email);
}

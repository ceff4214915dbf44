import type { Slot } from "../enquiries/booking.ts";
import { dayMs, secondMs, waitAtMost } from "../enquiries/clock.ts";
import { createJobs } from "../enquiries/jobs.server.ts";
import { describeError } from "../enquiries/log.ts";
import { isUndecided } from "../enquiries/owner/next-step.server.ts";
import type { BookingPort } from "../enquiries/service.server.ts";
import { type Database, findEnquiryRow, withEnquiries } from "../enquiries/storage/database.server.ts";
import { type Appointment, type BookingsDeps, createBookings } from "./bookings.server.ts";
import { type BusyDeps, createBusyCalendars } from "./busy/busy-calendars.server.ts";
import { choiceUrlOf, createBookingEmails, hashToken, latestOf } from "./emails.server.ts";
import type { FreeSlot } from "./free-slots.ts";
import { createOwnerCalendar } from "./owner.server.ts";
import { type AppointmentView, formatLocalTime, kindLabels, nearestSlots, parseSlotId } from "./slot.ts";

export type AppointmentsOptions = Pick<BookingsDeps, "pattern" | "limits" | "onQueued"> &
  Omit<BusyDeps, "jobs" | "mailHost"> & {
    database: Database;
    siteUrl: string;
    /** Called when a visitor has moved or cancelled a date. */
    onVisitorChange: (reference: string) => void;
    /** Whether there is a mail server; without one e-mails wait. */
    sendsMail: () => boolean;
  };

/** A visitor waits for the answer. A calendar that is not read by then counts as last read. */
const refreshTimeoutMs = 4 * secondMs;

export type Appointments = ReturnType<typeof createAppointments>;

/** Everything about dates: what the enquiries need, and what visitors and the trainer do. */
export function createAppointments(options: AppointmentsOptions) {
  const { database, siteUrl, clock, log } = options;
  const { db } = database;
  const mailHost = new URL(siteUrl).hostname;
  const jobs = createJobs({ database, clock });
  const busy = createBusyCalendars({ ...options, jobs, mailHost });
  const bookings = createBookings({ ...options, db, mailHost, commitments: busy.commitments });

  const forEnquiries: BookingPort = {
    book: bookings.book,
    compose: createBookingEmails({ siteUrl, mailHost, now: () => clock.now() }),
    dates: {
      // Only a talk is confirmed without the trainer.
      refresh: async (slot) =>
        parseSlotId(slot)?.kind === "talk" ? waitAtMost(busy.refresh(), refreshTimeoutMs) : undefined,
      async nearest(slot) {
        const free = (await bookings.free()).map(toSlot);
        const wanted = parseSlotId(slot);
        return wanted ? nearestSlots(free, wanted) : free.slice(0, 3);
      },
      of: async (reference) => {
        const row = await latestOf(db, reference);
        const enquiry = row && (await findEnquiryRow(db, reference));
        if (!enquiry || row.state === "cancelled" || row.ends_at <= clock.now()) return undefined;
        // No e-mail tells of a date that is only asked for.
        const byEmail = row.state !== "asked" && options.sendsMail() && Boolean(enquiry.email);
        return { start: row.local_start, state: row.state, byEmail };
      },
    },
    async runPeriodicTasks() {
      // A calendar that hangs must not delay reminders.
      void busy.refreshWhenDue().catch((error: unknown) => log.error(describeError(error), "busy calendars"));
      await bookings.expireWishes();
      await bookings.remind();
    },
  };

  const byToken = (token: string) =>
    withEnquiries(db)
      .innerJoin("appointment_tokens", "appointment_tokens.appointment", "appointments.id")
      .selectAll("appointments")
      .where("token_hash", "=", hashToken(token))
      .where("enquiries.status", "=", "accepted")
      .executeTakeFirst();

  /** Whether it is a request that another agreed date has settled. */
  async function isSettled({ id, state }: Appointment): Promise<boolean> {
    const undecided = db.selectFrom("appointments").select("id").where(isUndecided).where("id", "=", id);
    return (state === "wish" || state === "asked") && !(await undecided.executeTakeFirst());
  }

  return {
    forEnquiries,
    free: async () => (await bookings.free()).map(toSlot),
    /** The next free dates in words, for an answer: `wt. 1 grudnia, 17:30 (rozmowa)`. */
    nextDates: async (count: number): Promise<string[]> =>
      (await bookings.free())
        .slice(0, count)
        .map(({ local, kind }) => `${formatLocalTime(local)} (${kindLabels[kind]})`),
    choiceUrl: choiceUrlOf(siteUrl),
    /** The date of an enquiry; undefined if it has none, or none any more. */
    async dateOf(reference: string) {
      const enquiry = await findEnquiryRow(db, reference);
      // The reference is no secret, so only whoever has just written sees the date.
      const isRecent = enquiry && enquiry.received_at > clock.now() - dayMs;
      return isRecent ? forEnquiries.dates.of(reference) : undefined;
    },
    /** What a mailed link shows; undefined if the link is invalid. Changes nothing. */
    async view(token: string): Promise<AppointmentView | undefined> {
      const row = await byToken(token);
      if (!row) return undefined;
      const { reference, kind, minutes, sequence, local_start: start } = row;
      const state = (await isSettled(row)) ? "settled" : row.state;
      const isOpen = bookings.isOpen(row) && state !== "settled";
      const slots = isOpen ? (await bookings.freeWithout(row)).map(toSlot) : [];
      const isOver = (state === "booked" ? row.ends_at : row.starts_at) <= clock.now();
      return { reference, kind, state, start, minutes, sequence, isOpen, isOver, slots };
    },
    /** Moves or cancels for the visitor; once, however often the request arrives. */
    async changeByVisitor(
      token: string,
      { slot, sequence }: { slot?: string | undefined; sequence?: number | undefined },
    ) {
      const row = await byToken(token);
      if (!row) return "missing";
      if (await isSettled(row)) return "unchanged";
      if (slot !== undefined) await forEnquiries.dates.refresh(slot);
      const result = await (slot === undefined
        ? bookings.cancel(row.id, "visitor", sequence)
        : bookings.move(row.id, slot, sequence));
      if (result === "done") options.onVisitorChange(row.reference);
      return result;
    },
    calendar: createOwnerCalendar({ ...options, db, bookings, jobs, mailHost }),
    busy,
  };
}

const toSlot = ({ id, start, minutes, kind }: FreeSlot): Slot => ({ id, start, minutes, kind });

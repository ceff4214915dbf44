import type { Slot } from "../enquiries/booking.ts";
import { type Clock, secondMs, waitAtMost } from "../enquiries/clock.ts";
import { createJobs } from "../enquiries/jobs.server.ts";
import { describeError, type Log } from "../enquiries/log.ts";
import type { BookingPort } from "../enquiries/service.server.ts";
import type { Database } from "../enquiries/storage/database.server.ts";
import {
  type Appointment,
  type BookingResult,
  type BookingsDeps,
  createBookings,
  findAppointment,
  hasAddress,
} from "./bookings.server.ts";
import { type BusyRequest, createBusyCalendars } from "./busy/busy-calendars.server.ts";
import { createBookingEmails, hashToken, latestOf } from "./emails.server.ts";
import type { FreeSlot, Interval } from "./free-slots.ts";
import { createOwnerCalendar } from "./owner.server.ts";
import { type AppointmentView, formatLocalTime, nearestSlots, parseSlotId } from "./slot.ts";

export type AppointmentsOptions = Omit<BookingsDeps, "mailHost" | "clock" | "commitments"> & {
  clock: Clock;
  siteUrl: string;
  /** Reads one of the trainer's other calendars, outside this process. */
  readBusy: (request: BusyRequest) => Promise<Interval[]>;
  log: Log;
};

/** A visitor waits for the answer. A calendar that is not read by then counts as last read. */
const refreshTimeoutMs = 4 * secondMs;

export type Appointments = ReturnType<ReturnType<typeof createAppointments>["open"]>;

/** Everything about dates: `forEnquiries` before the database is open, and then `open` for what visitors and the trainer do. */
export function createAppointments(options: AppointmentsOptions) {
  const { siteUrl, clock, readBusy: read, log } = options;
  const mailHost = new URL(siteUrl).hostname;
  const busy = createBusyCalendars({ read, clock, mailHost, log });
  const bookings = createBookings({ ...options, mailHost, commitments: busy.commitments });

  const forEnquiries: BookingPort = {
    book: bookings.book,
    compose: createBookingEmails({ siteUrl, mailHost, now: () => clock.now() }),
    dates: (db) => ({
      // Only a talk is confirmed without the trainer.
      refresh: async (slot) =>
        parseSlotId(slot)?.kind === "talk" ? waitAtMost(busy.refresh(db), refreshTimeoutMs) : undefined,
      nearest: async (slot) => nearestTo(slot, await bookings.free(db)),
      of: async (reference) => {
        const row = await latestOf(db, reference);
        if (!row) return undefined;
        return { start: row.local_start, state: row.state, byEmail: await hasAddress(db, reference) };
      },
    }),
    async runPeriodicTasks(db) {
      // A calendar that hangs must not delay reminders.
      void busy
        .refreshWhenDue(db)
        .catch((error: unknown) => log.error(describeError(error), "busy calendars"));
      await bookings.expireWishes(db);
      return (await bookings.remind(db)) > 0;
    },
  };

  function open(database: Database, onQueued: () => void) {
    const { db } = database;
    const jobs = createJobs({ database, clock });

    async function byToken(token: string): Promise<Appointment | undefined> {
      const row = await db
        .selectFrom("appointment_tokens")
        .select("appointment")
        .where("token_hash", "=", hashToken(token))
        .executeTakeFirst();
      return row && findAppointment(db, row.appointment);
    }

    return {
      /** The dates that visitors can choose now. */
      free: async () => (await bookings.free(db)).map(toSlot),
      /** The next free dates in words, for an answer: `wt. 1 grudnia, 17:30`. */
      nextDates: async (count: number): Promise<string[]> =>
        (await bookings.free(db)).slice(0, count).map(({ local }) => formatLocalTime(local)),
      /** The page on which to choose a date. */
      choiceUrl: `${siteUrl}/kontakt?terminy#formularz`,
      /** The date of an enquiry; undefined if it has none. */
      dateOf: (reference: string) => forEnquiries.dates(db).of(reference),
      /** What a mailed link shows; undefined if the link is invalid. Changes nothing. */
      async view(token: string): Promise<AppointmentView | undefined> {
        const row = await byToken(token);
        if (!row) return undefined;
        const { reference, kind, state, minutes, sequence, local_start: start } = row;
        const isOpen = bookings.isOpen(row);
        const slots = isOpen ? (await bookings.freeWithout(db, row)).map(toSlot) : [];
        return { reference, kind, state, start, minutes, sequence, isOpen, slots };
      },
      /** Moves or cancels for the visitor; once, however often the request arrives. */
      async changeByVisitor(
        token: string,
        wish: { slot?: string | undefined; sequence?: number | undefined },
      ): Promise<BookingResult> {
        const row = await byToken(token);
        if (!row) return "missing";
        const { slot, sequence } = wish;
        const result = await (slot === undefined
          ? bookings.cancel(db, row.id, "visitor", sequence)
          : bookings.move(db, row.id, slot, sequence));
        if (result === "done") onQueued();
        return result;
      },
      /** For the trainer. */
      calendar: createOwnerCalendar({ db, bookings, jobs, clock, siteUrl, onQueued }),
      busy: {
        list: () => busy.list(db),
        set: (urls: readonly string[]) => busy.set(db, urls),
        isTrusted: async () => (await busy.commitments(db)).trusted,
      },
    };
  }

  return { forEnquiries, open };
}

const toSlot = ({ id, start, minutes, kind }: FreeSlot): Slot => ({ id, start, minutes, kind });

function nearestTo(slot: string, free: readonly FreeSlot[]): Slot[] {
  const wanted = parseSlotId(slot);
  return (wanted ? nearestSlots(free, wanted) : free.slice(0, 3)).map(toSlot);
}

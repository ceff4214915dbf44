import { randomBytes, randomUUID } from "node:crypto";
import { dayMs } from "../enquiries/clock.ts";
import type { Jobs } from "../enquiries/jobs.server.ts";
import { toAppointment } from "../enquiries/owner/queries.server.ts";
import { addDays, instantOf, polishDay } from "../enquiries/polish-time.ts";
import { inTurn, withEnquiries } from "../enquiries/storage/database.server.ts";
import type { Db } from "../enquiries/storage/tables.server.ts";
import { type Appointment, type Bookings, type BookingsDeps, findAppointment } from "./bookings.server.ts";
import { eventOf, hashToken, newLink, ownerSummary } from "./emails.server.ts";
import type { SlotException } from "./free-slots.ts";
import { type CalendarEvent, calendarOf } from "./invitation.ts";

type OwnerDeps = Pick<BookingsDeps, "db" | "clock" | "pattern" | "mailHost"> & {
  bookings: Bookings;
  jobs: Jobs;
  siteUrl: string;
};

const feedJob = "calendar-feed";
/** Open panels notice a change of the exceptions by its time. */
const exceptionsJob = "slot-exceptions";
const pastFeedDays = 60;

/** What the trainer sees and does in the calendar. Every action may arrive twice. */
export function createOwnerCalendar({ db, bookings, jobs, pattern, clock, siteUrl, mailHost }: OwnerDeps) {
  const toEvent = (row: Appointment & { name: string }): CalendarEvent => ({
    ...eventOf(row, mailHost),
    status: row.state === "wish" ? "TENTATIVE" : "CONFIRMED",
    summary: ownerSummary(row, row.name),
  });

  /** Appointments between two instants with their people, in order; cancelled ones are left out. */
  const between = (from: number, until = Number.MAX_SAFE_INTEGER) =>
    withPerson(db)
      .where("appointments.state", "<>", "cancelled")
      .where("enquiries.status", "=", "accepted")
      .where("starts_at", ">=", from)
      .where("starts_at", "<", until)
      .orderBy("starts_at")
      .execute();

  return {
    /** Seven days from `from` on, with appointments, free dates and exceptions. */
    async week(from: string) {
      const days = Array.from({ length: 7 }, (_, count) => addDays(from, count));
      const start = instantOf(`${from}T00:00`) ?? 0;
      const end = instantOf(`${addDays(from, 7)}T00:00`) ?? 0;
      await bookings.expireWishes();
      const [arranged, free] = [await between(start, end), await bookings.free()];
      const exceptions = db.selectFrom("slot_exceptions").selectAll().where("day", "in", days);
      const changed = await exceptions.orderBy("day").orderBy("time").execute();
      return {
        today: polishDay(clock.now()),
        /** Without weekly hours no page of the site leads to the dates. */
        hasHours: pattern() !== undefined,
        days: days.map((day) => ({
          day,
          appointments: arranged
            .filter(({ local_start }) => local_start.startsWith(day))
            .map((row) => {
              const { reference, name, email } = row;
              return { ...toAppointment(row, row.missed_at), reference, name, hasEmail: email !== null };
            }),
          free: free.filter(({ local }) => local.startsWith(day)),
          added: changed.filter((one) => one.day === day && one.effect === "added"),
          closedHours: changed.filter((one) => one.day === day && one.effect === "closed" && one.time),
          /** By the dates of the site's notice or of its contact page. */
          isBreak: pattern()?.closed.some((dates) => dates.from <= day && day <= dates.until) ?? false,
          closed: changed.find((one) => one.day === day && one.effect === "closed" && !one.time)?.id ?? null,
        })),
      };
    },

    /** One booked appointment for the phone's calendar; undefined if there is none. */
    async exportOne(id: string): Promise<string | undefined> {
      const row = await withPerson(db).where("appointments.id", "=", id).executeTakeFirst();
      return row?.state === "booked" ? calendarOf([toEvent(row)], "PUBLISH") : undefined;
    },

    /** A link for a visitor without e-mail, which the trainer sends; undefined if there is no such appointment. */
    linkTo: async (id: string): Promise<string | undefined> =>
      (await findAppointment(db, id)) && newLink(db, siteUrl, id),

    accept: bookings.accept,
    give: bookings.give,
    cancel: (id: string, local?: string) => bookings.cancel(id, "trainer", undefined, local),
    /** Books a date agreed on the phone; returns the `id` of the appointment. */
    arrange: bookings.arrange,
    undo: bookings.undo,

    /**
     * Closes a day or an hour, or adds a date, and replaces what was decided about it, but an hour that was closed by itself stays so;
     * returns the id for `removeException`.
     */
    async addException(exception: SlotException): Promise<string> {
      const id = randomUUID();
      const { day, time } = exception;
      await inTurn(db, "slot exceptions", async (transaction) => {
        const before = transaction.deleteFrom("slot_exceptions").where("day", "=", day);
        const ofDay = before.where(({ eb, or }) => or([eb("time", "is", null), eb("effect", "=", "added")]));
        await (time === null ? ofDay : before.where("time", "=", time)).execute();
        const row = { id, kind: null, minutes: null, ...exception };
        await transaction.insertInto("slot_exceptions").values(row).execute();
        await jobs.record(exceptionsJob, null, transaction);
      });
      return id;
    },
    async removeException(id: string): Promise<void> {
      await db.deleteFrom("slot_exceptions").where("id", "=", id).execute();
      await jobs.record(exceptionsJob, null);
    },

    /** Creates the private calendar's address; the one before it becomes a 404 (C4.4). */
    async makeFeed(): Promise<string> {
      const token = randomBytes(32).toString("base64url");
      await jobs.record(feedJob, { hash: hashToken(token) });
      return `${siteUrl}/kalendarz/${token}.ics`;
    },
    revokeFeed: () => jobs.record(feedJob, null),
    /** The calendar with initials and references only; undefined for an unknown or revoked address. */
    async feed(token: string): Promise<string | undefined> {
      const kept = (await jobs.last(feedJob))?.detail as { hash: string } | null | undefined;
      if (!kept || kept.hash !== hashToken(token)) return undefined;
      const rows = await between(clock.now() - pastFeedDays * dayMs);
      const shown = rows.filter(({ state }) => state !== "asked");
      return calendarOf(shown.map(toEvent), "PUBLISH");
    },
  };
}

const withPerson = (db: Db) =>
  withEnquiries(db).selectAll("appointments").select(["name", "email", "missed_at"]);

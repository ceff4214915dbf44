import { sql } from "kysely";
import { dayMs, minuteMs } from "../clock.ts";
import { addDays, polishDay, polishMoment } from "../polish-time.ts";
import type { Db, Tables } from "../storage/tables.server.ts";
import { hashByOwner } from "../store.server.ts";
import { type Outcome, outcomes } from "./inbox.ts";
import { countByStatus } from "./queries.server.ts";

const weeksShown = 53;
const dates = sql`select 1 from appointments where appointments.reference = enquiries.reference`;

/** Numbers of enquiries, in total and over the last year, and the time to the first contact; without the canary. */
export async function readStats(db: Db, now: number) {
  const thisMonday = polishMonday(now);
  const mondays = Array.from({ length: weeksShown }, (_, at) =>
    addDays(thisMonday, 7 * (at + 1 - weeksShown)),
  );
  const rows = await db
    .selectFrom("enquiries")
    .select(["received_at", "goal", "first_contact_at", "state", "outcome", "missed_at"])
    .select(sql<boolean>`exists (${dates} and appointments.state = 'booked')`.as("is_booked"))
    // A talk is confirmed without the owner, and who cancelled a date no longer waits.
    .select(sql<boolean>`exists (${dates} and appointments.state in ('booked', 'cancelled'))`.as("is_dated"))
    .where("status", "=", "accepted")
    .where("content_hash", "<>", hashByOwner)
    .where("received_at", ">", now - (7 * weeksShown + 1) * dayMs)
    .execute();
  const byWeek = Map.groupBy(rows, ({ received_at }) => polishMonday(received_at));
  const ofYear = mondays.flatMap((monday) => byWeek.get(monday) ?? []);
  const count = (is: (row: (typeof rows)[number]) => boolean) => ofYear.filter(is).length;
  const byGoal = Map.groupBy(ofYear, ({ goal }) => goal);
  const { accepted, inQuarantine } = await countByStatus(db);
  const today = polishDay(now);
  const firstVisit = await db.selectFrom("visits").select("day").orderBy("day").limit(1).executeTakeFirst();
  return {
    enquiries: accepted,
    inQuarantine,
    lastSevenDays: ofYear.filter(({ received_at }) => received_at >= now - 7 * dayMs).length,
    emails: { waiting: 0, sent: 0, dead: 0, ...(await countEmails(db)) },
    /** One year, oldest first, including weeks without enquiries; `week` is the date of its Monday in Poland. */
    weeks: mondays.map((week) => ({ week, enquiries: byWeek.get(week)?.length ?? 0 })),
    /** The last seven days, today included, and the same year as everything else here. */
    funnels: { week: await readFunnel(addDays(today, -6)), year: await readFunnel(mondays[0] ?? today) },
    countedSince: firstVisit?.day ?? null,
    /** The outcomes of enquiries of the same year. */
    ends: {
      ...Object.fromEntries(outcomes.map((end) => [end, count(({ outcome }) => outcome === end)])),
      open: count(({ state }) => state !== "closed"),
      /** People who missed a meeting, whatever came of it later. */
      missed: count(({ missed_at }) => missed_at !== null),
    } as Record<Outcome | "open" | "missed", number>,
    /** Over the same year, most frequent first; null for enquiries without a goal. */
    goals: [...byGoal]
      .map(([goal, { length }]) => ({ goal, enquiries: length }))
      .sort((a, b) => b.enquiries - a.enquiries),
    /** Over the same year; null if nobody has been contacted. */
    medianMinutesToFirstContact: median(
      ofYear.flatMap(({ received_at, first_contact_at }) =>
        first_contact_at === null ? [] : (first_contact_at - received_at) / minuteMs,
      ),
    ),
  };

  /**
   * From the first visit to a client, since midnight of a day in Poland. Visits are anonymous counts; the later steps are those of people
   * who wrote in that time.
   */
  async function readFunnel(since: string) {
    const pages = await db
      .selectFrom("visits")
      .select(({ fn }) => ["source", "page", fn.sum<number>("count").as("visits")])
      .where("day", ">=", since)
      .groupBy(["source", "page"])
      .execute();
    const wrote = rows.filter(({ received_at }) => received_at >= polishMoment(since, 0));
    const count = (is: (row: (typeof rows)[number]) => unknown) => wrote.filter(is).length;
    const sum = (some: typeof pages) => some.reduce((total, { visits }) => total + Number(visits), 0);
    const answeredAt = ({ first_contact_at, is_dated, received_at }: (typeof rows)[number]) =>
      first_contact_at ?? (is_dated ? received_at : null);
    const waitedMs = (row: (typeof rows)[number]) => (answeredAt(row) ?? now) - row.received_at;
    return {
      visits: sum(pages),
      /** Of these, the visits that began on the page with the form: nobody is tracked within the site. */
      formVisits: sum(pages.filter(({ page }) => page === "/kontakt")),
      /** Most frequent first. */
      sources: [...Map.groupBy(pages, ({ source }) => source)]
        .map(([source, from]) => ({ source, visits: sum(from) }))
        .sort((a, b) => b.visits - a.visits),
      wrote: wrote.length,
      booked: count((row) => row.is_booked || row.state === "scheduled" || row.outcome === "client"),
      clients: count(({ outcome }) => outcome === "client"),
      missed: count(({ missed_at }) => missed_at !== null),
      answeredInADay: count((row) => answeredAt(row) !== null && waitedMs(row) <= dayMs),
      answeredLate: count((row) => waitedMs(row) > dayMs),
    };
  }
}

export type InboxStats = Awaited<ReturnType<typeof readStats>>;
export type Funnel = InboxStats["funnels"]["week"];

async function countEmails(db: Db): Promise<Partial<Record<Tables["outbox"]["status"], number>>> {
  const counts = db.selectFrom("outbox").select(["status", sql<number>`count(*)`.as("count")]);
  const rows = await counts.groupBy("status").execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** The date of the Monday of that week in Poland. */
export function polishMonday(ms: number): string {
  const today = polishDay(ms);
  return addDays(today, -((new Date(today).getUTCDay() + 6) % 7));
}

function median(values: number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low = 0, high = 0] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return Math.round((low + high) / 2);
}

import { type Kysely, sql } from "kysely";
import { dayMs, minuteMs } from "../clock.ts";
import type { Database } from "../storage/database.server.ts";
import type { OutboxTable, Tables } from "../storage/tables.server.ts";
import { addDays, parsePolishTime, polishMonday } from "./polish-time.server.ts";

const weeksShown = 53;

/** Numbers of enquiries, in total and over the last year, and the time to the first contact; without the canary. */
export async function readStats({ db }: Database, now: number) {
  const weeks = lastWeeks(now);
  const ofYear = await db
    .selectFrom("enquiries")
    .select(["received_at", "goal", "first_contact_at"])
    .where("status", "=", "accepted")
    .where("received_at", ">=", weeks[0]?.startsAt ?? 0)
    .execute();
  const byWeek = Map.groupBy(ofYear, ({ received_at }) =>
    weeks.findLast(({ startsAt }) => startsAt <= received_at),
  );
  const byGoal = Map.groupBy(ofYear, ({ goal }) => goal);
  return {
    ...(await countByStatus(db)),
    lastSevenDays: ofYear.filter(({ received_at }) => received_at >= now - 7 * dayMs).length,
    emails: await countEmails(db),
    /** One year, oldest first, including weeks without enquiries; `week` is the date of its Monday in Poland. */
    weeks: weeks.map((week) => ({ week: week.monday, enquiries: byWeek.get(week)?.length ?? 0 })),
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
}

export type InboxStats = Awaited<ReturnType<typeof readStats>>;

/** The weeks of the last year, oldest first, including the current one. */
function lastWeeks(now: number): { monday: string; startsAt: number }[] {
  const thisWeek = polishMonday(now);
  return Array.from({ length: weeksShown }, (_, index) => {
    const monday = addDays(thisWeek, 7 * (index + 1 - weeksShown));
    return { monday, startsAt: parsePolishTime(`${monday} 00:00`) ?? 0 };
  });
}

async function countByStatus(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom("enquiries")
    .select(["status", sql<number>`count(*)`.as("count")])
    .groupBy("status")
    .execute();
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  return { enquiries: counts.get("accepted") ?? 0, inQuarantine: counts.get("quarantined") ?? 0 };
}

async function countEmails(db: Kysely<Tables>): Promise<Record<OutboxTable["status"], number>> {
  const rows = await db
    .selectFrom("outbox")
    .select(["status", sql<number>`count(*)`.as("count")])
    .groupBy("status")
    .execute();
  return { waiting: 0, sent: 0, dead: 0, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) };
}

function median(values: number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low = 0, high = 0] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return Math.round((low + high) / 2);
}

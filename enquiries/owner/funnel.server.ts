import type { Kysely } from "kysely";
import { dayMs } from "../clock.ts";
import { polishMoment } from "../polish-time.ts";
import type { Tables } from "../storage/tables.server.ts";

export type Funnel = Awaited<ReturnType<typeof readFunnel>>;

/**
 * From the first visit to a client, since midnight of a day in Poland. Visits are counts and know no person: the later steps are those of
 * the people who wrote in that time.
 */
export async function readFunnel(db: Kysely<Tables>, since: string, now: number) {
  const pages = await db
    .selectFrom("visits")
    .select(({ fn }) => ["source", "page", fn.sum<number>("count").as("visits")])
    .where("day", ">=", since)
    .groupBy(["source", "page"])
    .execute();
  const wrote = await db
    .selectFrom("enquiries")
    .select(["reference", "received_at", "first_contact_at", "state", "outcome", "missed_at"])
    .where("status", "=", "accepted")
    .where("received_at", ">=", polishMoment(since, 0))
    .execute();
  const dates = await db
    .selectFrom("appointments")
    .select("reference")
    .where("state", "=", "booked")
    .execute();
  const dated = new Set(dates.map(({ reference }) => reference));
  const count = (is: (row: (typeof wrote)[number]) => unknown) => wrote.filter(is).length;
  const sum = (rows: typeof pages) => rows.reduce((total, { visits }) => total + Number(visits), 0);
  const waitedMs = (row: (typeof wrote)[number]) => (row.first_contact_at ?? now) - row.received_at;
  return {
    visits: sum(pages),
    /** Of these, the visits that began on the page with the form: within the site nobody is followed there. */
    formVisits: sum(pages.filter(({ page }) => page === "/kontakt")),
    /** Most frequent first. */
    sources: [...Map.groupBy(pages, ({ source }) => source)]
      .map(([source, rows]) => ({ source, visits: sum(rows) }))
      .sort((a, b) => b.visits - a.visits),
    wrote: wrote.length,
    booked: count((row) => dated.has(row.reference) || row.state === "scheduled" || row.outcome === "client"),
    clients: count(({ outcome }) => outcome === "client"),
    missed: count(({ missed_at }) => missed_at !== null),
    answeredInADay: count((row) => row.first_contact_at !== null && waitedMs(row) <= dayMs),
    answeredLate: count((row) => waitedMs(row) > dayMs),
  };
}

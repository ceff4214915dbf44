import type { Kysely } from "kysely";
import { dayMs } from "../clock.ts";
import { polishMoment } from "../polish-time.ts";
import type { Tables } from "../storage/tables.server.ts";

export type Funnel = Awaited<ReturnType<typeof readFunnel>>;

const formPage = "/kontakt";

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
    .select(["received_at", "first_contact_at", "state", "outcome", "missed_at"])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("appointments")
          .select("id")
          .whereRef("appointments.reference", "=", "enquiries.reference")
          .where("appointments.state", "=", "booked"),
      ).as("has_date"),
    )
    .where("status", "=", "accepted")
    .where("received_at", ">=", polishMoment(since, 0))
    .execute();
  const count = (is: (row: (typeof wrote)[number]) => unknown) => wrote.filter(is).length;
  const sum = (rows: typeof pages) => rows.reduce((total, { visits }) => total + Number(visits), 0);
  const onForm = (rows: typeof pages) => sum(rows.filter(({ page }) => page === formPage));
  const waitedMs = (row: (typeof wrote)[number]) => (row.first_contact_at ?? now) - row.received_at;
  return {
    visits: sum(pages),
    /** Of these, the visits that began on the page with the form: within the site nobody is followed there. */
    formVisits: onForm(pages),
    /** Most frequent first. */
    sources: [...Map.groupBy(pages, ({ source }) => source)]
      .map(([source, rows]) => ({ source, visits: sum(rows), formVisits: onForm(rows) }))
      .sort((a, b) => b.visits - a.visits),
    wrote: wrote.length,
    booked: count(
      ({ has_date, state, outcome }) => has_date || state === "scheduled" || outcome === "client",
    ),
    clients: count(({ outcome }) => outcome === "client"),
    missed: count(({ missed_at }) => missed_at !== null),
    answeredInADay: count((row) => row.first_contact_at !== null && waitedMs(row) <= dayMs),
    answeredLate: count((row) => waitedMs(row) > dayMs),
  };
}

/** The first day with a counted visit; null if there is none. */
export async function firstCountedDay(db: Kysely<Tables>): Promise<string | null> {
  const row = await db
    .selectFrom("visits")
    .select(({ fn }) => fn.min("day").as("day"))
    .executeTakeFirst();
  return row?.day ?? null;
}

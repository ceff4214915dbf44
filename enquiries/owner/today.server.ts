import type { Db } from "../storage/tables.server.ts";
import {
  isListedToday,
  isMeetingToday,
  isUndecided,
  momentOf,
  type NextStep,
  readNextSteps,
  todayKinds,
} from "./next-step.server.ts";
import { findSummaries, toAppointment } from "./queries.server.ts";

/** Nobody deals with more in a day; the list of all enquiries has the rest. */
const maxShown = 50;

/** The screen "Dziś": today's meetings to come, then what waits for the owner, longest waiting first; and the next date (C1.2). */
export async function readToday(db: Db, now: number) {
  const moment = momentOf(now);
  const planned = (await readNextSteps(db, moment)).sort((a, b) => (a.step.at ?? 0) - (b.step.at ?? 0));
  const ofKinds = (...kinds: NextStep["kind"][]) => planned.filter(({ step }) => kinds.includes(step.kind));
  const meetings = ofKinds("appointment").filter(({ step }) => isMeetingToday(step, moment));
  const steps = [...meetings, ...todayKinds.flatMap((kind) => ofKinds(kind))].slice(0, maxShown);
  const next = ofKinds("appointment", "reminder").find((one) => !meetings.includes(one));
  const references = [...steps, ...(next ? [next] : [])].map(({ reference }) => reference);
  const summaries = new Map((await findSummaries(db, references, moment)).map((one) => [one.reference, one]));
  const undecided = db.selectFrom("appointments").selectAll().where(isUndecided).orderBy("changed_at");
  const dates = references.length > 0 ? await undecided.where("reference", "in", references).execute() : [];
  const booked = await db
    .selectFrom("appointments")
    .selectAll()
    .where("state", "=", "booked")
    .where("ends_at", ">", now)
    .orderBy("starts_at")
    .execute();
  const opinions = await db.selectFrom("opinions").select("id").where("state", "=", "sent").execute();
  return {
    // Leaves out enquiries erased meanwhile.
    steps: steps.flatMap(({ reference, step }) => {
      const summary = summaries.get(reference);
      if (!summary) return [];
      const own = dates.filter((date) => date.reference === reference);
      const wish = own.findLast(({ state }) => state !== "cancelled");
      const handledAt = summary.handledAt ? Date.parse(summary.handledAt) : 0;
      const cancelled = own.filter((date) => date.state === "cancelled" && date.changed_at > handledAt);
      const toCome = booked.filter((date) => date.reference === reference);
      const others = toCome.filter((date) => date.starts_at < moment.tomorrow && date.starts_at !== step.at);
      return [
        {
          ...summary,
          isDated: toCome.length > 0,
          wish: wish ? toAppointment(wish) : null,
          /** Today's other meetings, and cancelled dates, also beside today's meeting, whose outcome settles them. */
          others: [...others, ...cancelled].map((date) => toAppointment(date)),
        },
      ];
    }),
    /** How many there are in all. */
    count: meetings.length + planned.filter(({ step }) => isListedToday(step)).length,
    /** How many wait for a decision. */
    opinions: opinions.length,
    next: (next && summaries.get(next.reference)) ?? null,
  };
}

import { type Kysely, sql } from "kysely";
import type { Tables } from "../storage/tables.server.ts";
import { isListedToday, isMeetingToday, type Moment, momentOf, nextStepOf } from "./next-step.ts";

/** Reads the next steps of all enquiries that have one. */
export async function readNextSteps(db: Kysely<Tables>, moment: Moment) {
  const rows = await db
    .selectFrom("enquiries")
    .select(["reference", "status", "state", "received_at", "remind_at", "handled_at"])
    .select(stepColumns)
    .where("status", "=", "accepted")
    .where(sql<boolean>`(state <> 'closed' or remind_at is not null
      or reference in (select reference from outbox where status = 'dead')
      or reference in (select reference from appointments where state <> 'cancelled'))`)
    .execute();
  return rows.map((row) => ({ reference: row.reference, step: nextStepOf(row, moment) }));
}

const dates = sql`from appointments where appointments.reference = enquiries.reference`;
const sinceHandled = sql`coalesce(handled_at, 0)`;

/** Facts from other tables about an enquiry's next step. Appointments never overlap, so the first to begin is the first to end. */
export const stepColumns = [
  sql<number | null>`(
    select max(settled_at) from outbox where outbox.reference = enquiries.reference and outbox.status = 'dead'
  )`.as("failed_at"),
  sql<number | null>`(
    select max(changed_at) ${dates} and appointments.state in ('wish', 'asked') and changed_at > ${sinceHandled}
  )`.as("wished_at"),
  sql<number | null>`(
    select min(starts_at) ${dates} and appointments.state = 'booked' and ends_at > ${sinceHandled}
  )`.as("starts_at"),
  sql<number | null>`(
    select min(ends_at) ${dates} and appointments.state = 'booked' and ends_at > ${sinceHandled}
  )`.as("ends_at"),
] as const;

/** Counts for the badge and the morning notification: today's meetings, other people to answer, and what is listed in "Dziś". */
export async function countToday(db: Kysely<Tables>, now: number) {
  const moment = momentOf(now);
  const steps = (await readNextSteps(db, moment)).map(({ step }) => step);
  const listed = steps.filter(isListedToday);
  return {
    meetings: steps.filter((step) => isMeetingToday(step, moment)).length,
    answers: listed.filter((step) => !isMeetingToday(step, moment)).length,
    listed: listed.length,
  };
}

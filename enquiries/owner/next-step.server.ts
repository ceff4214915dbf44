import { sql } from "kysely";
import { addDays, polishDay, polishMoment } from "../polish-time.ts";
import type { Db, EnquiryRow } from "../storage/tables.server.ts";

/** Why an enquiry is listed in "Dziś", in the order of that screen. */
export const todayKinds = ["new", "wish", "cancelled", "due", "outcome", "failed", "undecided"] as const;

/**
 * What follows for an enquiry, and since when or until when, in milliseconds since 1970. `none`: it is closed for good or in quarantine.
 * `reminder`, `appointment`: it waits for a date.
 */
export type NextStep =
  | { kind: "none"; at: null }
  | { kind: "reminder" | "appointment" | (typeof todayKinds)[number]; at: number };

/** Everything that determines the next step, in milliseconds since 1970. The reminder of a scheduled enquiry is the time of the meeting. */
export type StepFacts = Pick<EnquiryRow, "status" | "state" | "received_at" | "remind_at" | "handled_at"> & {
  /** When one of its e-mails was last given up. */
  failed_at: number | null;
  /** When somebody asked for a date that the owner has not decided about, nor agreed another one since. */
  wished_at: number | null;
  /** When somebody cancelled a date, unless the owner has handled the enquiry or agreed another date since. */
  cancelled_at: number | null;
  /** Of the booked appointments that end after the enquiry was last handled: today's that is not over, else the first. */
  starts_at: number | null;
  ends_at: number | null;
};

/** `tomorrow`: the next midnight in Poland. */
export const momentOf = (now: number) => ({ now, tomorrow: polishMoment(addDays(polishDay(now), 1), 0) });
export type Moment = ReturnType<typeof momentOf>;

/**
 * Every open enquiry either waits for a date or is listed in "Dziś". A reminder is due all day long, a meeting is asked about once it
 * is over, and a failed e-mail is listed even if a later date is set (C1.1).
 */
export function nextStepOf(facts: StepFacts, { now, tomorrow }: Moment): NextStep {
  const { status, state, received_at: receivedAt, remind_at: remindAt, handled_at: handledAt } = facts;
  const { failed_at: failedAt, wished_at: wishedAt, cancelled_at, starts_at, ends_at } = facts;
  if (status !== "accepted") return { kind: "none", at: null };
  // Without a booked appointment, the reminder of a scheduled enquiry is its meeting.
  const meetingAt = starts_at ?? (state === "scheduled" ? remindAt : null);
  const isMeetingDue = meetingAt !== null && meetingAt < tomorrow;
  const isToCome = isMeetingDue && (ends_at ?? meetingAt) > now;
  // Today's meeting stands with its hour, and the wish beside it.
  if (wishedAt !== null && !isToCome) return { kind: "wish", at: wishedAt };
  if (state === "new" && remindAt === null && meetingAt === null) return { kind: "new", at: receivedAt };
  if (failedAt !== null && failedAt > (handledAt ?? 0) && !isMeetingDue)
    return { kind: "failed", at: failedAt };
  if (cancelled_at !== null && !isMeetingDue) return { kind: "cancelled", at: cancelled_at };
  // A reminder does not wait for a meeting on a later day.
  if (meetingAt !== null && (remindAt === null || remindAt >= meetingAt || isMeetingDue))
    return { kind: (ends_at ?? meetingAt) > now ? "appointment" : "outcome", at: meetingAt };
  if (remindAt !== null) return { kind: remindAt < tomorrow ? "due" : "reminder", at: remindAt };
  if (state === "closed") return { kind: "none", at: null };
  return { kind: "undecided", at: handledAt ?? receivedAt };
}

export const isListedToday = ({ kind }: NextStep) => todayKinds.some((one) => one === kind);

/** Whether it is one of today's meetings, past or still to come; also one that has begun before midnight and is not over. */
export const isMeetingToday = ({ kind, at }: NextStep, { now, tomorrow }: Moment) =>
  kind === "appointment" ? at < tomorrow : kind === "outcome" && polishDay(at) === polishDay(now);

export async function readNextSteps(db: Db, moment: Moment) {
  const rows = await db
    .selectFrom("enquiries")
    .select(["reference", "status", "state", "received_at", "remind_at", "handled_at"])
    .select(stepColumns(moment))
    .where("status", "=", "accepted")
    .where(sql<boolean>`(state <> 'closed' or remind_at is not null
      or reference in (select reference from outbox where status = 'dead')
      or reference in (select reference from appointments))`)
    .execute();
  return rows.map((row) => ({ ...row, step: nextStepOf(row, moment) }));
}

const dates = sql`from appointments where appointments.reference = enquiries.reference`;
const sinceHandled = sql`coalesce(handled_at, 0)`;

/** An enquiry's appointments that are booked and end after that time, by default after the enquiry was last handled. */
export const datesFrom = (time: number | typeof sinceHandled = sinceHandled) =>
  sql`${dates} and appointments.state = 'booked' and ends_at > ${time}`;

/** The `handled_at` of an enquiry that is handled now. It stays as it was while a meeting that is over waits for its outcome. */
export const handledNow = (now: number) => sql<number | null>`case when exists (
  select 1 ${datesFrom()} and ends_at <= ${now}
) then handled_at else ${now} end`;

/** Today's meeting comes before an earlier one whose outcome nobody has told, which is asked about again afterwards. */
const nextBooked = (time: "starts_at" | "ends_at", { now, tomorrow }: Moment) => sql<number | null>`(
  select ${sql.ref(time)} ${datesFrom()}
    order by case when starts_at < ${tomorrow} and ends_at > ${now} then 0 else 1 end, starts_at limit 1
)`;

/** Whether a date is asked for, or its person cancelled it, and no other has been agreed since. Whoever moved a date asks from then on. */
// An earlier meeting that is noted afterwards does not count as another date.
export const isUndecided = sql<boolean>`((appointments.state in ('wish', 'asked')
  or appointments.state = 'cancelled' and undo is null) and not exists (
  select 1 from appointments as later where later.reference = appointments.reference
    and later.state = 'booked' and later.ends_at > case when later.created_at < appointments.starts_at
      then later.created_at else appointments.starts_at end and later.created_at >
      case appointments.sequence when 0 then appointments.created_at else appointments.changed_at end
))`;

const lastUndecided = (is: "=" | "<>") => sql<
  number | null
>`(select max(changed_at) ${dates} and ${isUndecided}
  and appointments.state ${sql.raw(is)} 'cancelled' and changed_at > ${sinceHandled})`;

/** Facts from other tables about an enquiry's next step. */
export const stepColumns = (moment: Moment) => [
  sql<number | null>`(
    select max(settled_at) from outbox where outbox.reference = enquiries.reference and outbox.status = 'dead'
  )`.as("failed_at"),
  lastUndecided("<>").as("wished_at"),
  lastUndecided("=").as("cancelled_at"),
  nextBooked("starts_at", moment).as("starts_at"),
  nextBooked("ends_at", moment).as("ends_at"),
];

/** Counts for the badge and the morning notification: today's meetings, other people to answer, and what is listed in "Dziś". */
export async function countToday(db: Db, now: number) {
  const moment = momentOf(now);
  const rows = await readNextSteps(db, moment);
  // A wish may stand beside a meeting to come.
  const listed = rows.filter(
    ({ step, wished_at }) => isListedToday(step) || (step.kind === "appointment" && wished_at),
  );
  const meetings = rows.filter(({ step }) => isMeetingToday(step, moment)).length;
  const met = listed.filter(({ step, wished_at }) => isMeetingToday(step, moment) && !wished_at).length;
  return { meetings, answers: listed.length - met, listed: listed.length };
}

import type { Selectable } from "kysely";
import { addDays, polishDay, polishMoment } from "../polish-time.ts";
import type { Tables } from "../storage/tables.server.ts";

/** Why an enquiry is listed in "Dziś", in the order of that screen. */
export const todayKinds = ["new", "wish", "due", "outcome", "failed", "undecided"] as const;
type TodayKind = (typeof todayKinds)[number];

/**
 * What follows for an enquiry, and since when or until when, in milliseconds since 1970. `none`: it is closed for good or in quarantine.
 * `reminder`, `appointment`: it waits for a date.
 */
export type NextStep =
  | { kind: "none"; at: null }
  | { kind: "reminder" | "appointment" | TodayKind; at: number };

/** Facts about an enquiry from other tables. Times are milliseconds since 1970. */
export type StepColumns = {
  /** When one of its e-mails was last given up. */
  failed_at: number | null;
  /** When somebody asked for a date that the owner has not decided about. */
  wished_at: number | null;
  /** The first booked appointment that ends after the enquiry was last handled. */
  starts_at: number | null;
  ends_at: number | null;
};

/** Everything that determines the next step. The reminder of a scheduled enquiry is the time of the meeting. */
export type StepFacts = StepColumns &
  Pick<Selectable<Tables["enquiries"]>, "status" | "state" | "received_at" | "remind_at" | "handled_at">;

/** The moment for which steps are computed. */
export type Moment = { now: number /** The next midnight in Poland. */; tomorrow: number };

export const momentOf = (now: number): Moment => ({
  now,
  tomorrow: polishMoment(addDays(polishDay(now), 1), 0),
});

/**
 * Every open enquiry either waits for a date or is listed in "Dziś". A reminder is due all day long, a meeting is asked about once it
 * is over, and a failed e-mail is listed even if a date is set (C1.1).
 */
export function nextStepOf(facts: StepFacts, { now, tomorrow }: Moment): NextStep {
  const { status, state, received_at: receivedAt, remind_at: remindAt, handled_at: handledAt } = facts;
  const { failed_at: failedAt, wished_at: wishedAt, starts_at, ends_at } = facts;
  if (status !== "accepted") return { kind: "none", at: null };
  if (wishedAt !== null) return { kind: "wish", at: wishedAt };
  // Without a booked appointment, the reminder of a scheduled enquiry is its meeting.
  const meetingAt = starts_at ?? (state === "scheduled" ? remindAt : null);
  if (state === "new" && remindAt === null && meetingAt === null) return { kind: "new", at: receivedAt };
  if (failedAt !== null && failedAt > (handledAt ?? 0)) return { kind: "failed", at: failedAt };
  // A due reminder does not wait for a meeting on a later day.
  if (meetingAt !== null && (remindAt === null || remindAt >= tomorrow || meetingAt < tomorrow))
    return { kind: (ends_at ?? meetingAt) > now ? "appointment" : "outcome", at: meetingAt };
  if (remindAt !== null) return { kind: remindAt < tomorrow ? "due" : "reminder", at: remindAt };
  if (state === "closed") return { kind: "none", at: null };
  return { kind: "undecided", at: handledAt ?? receivedAt };
}

export const isListedToday = (step: NextStep): step is NextStep & { kind: TodayKind } =>
  (todayKinds as readonly string[]).includes(step.kind);

/** Whether it is one of today's meetings, past or still to come. */
export const isMeetingToday = ({ kind, at }: NextStep, { now }: Moment) =>
  (kind === "appointment" || kind === "outcome") && polishDay(at) === polishDay(now);

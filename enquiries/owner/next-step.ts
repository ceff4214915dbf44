// The panel's browser code imports this file: keep server code out of it.

import { addDays, polishDay, polishMoment } from "../polish-time.ts";
import type { EnquiriesTable } from "../storage/tables.server.ts";
import type { EnquiryState } from "./inbox.ts";

/** Why an enquiry stands in "Dziś", in the order of that screen. */
export const todayKinds = ["new", "wish", "due", "outcome", "failed", "undecided"] as const;
export type TodayKind = (typeof todayKinds)[number];

/** What follows for an enquiry, and since when or until when, in milliseconds since 1970. */
export type NextStep =
  /** Closed for good, or in quarantine. */
  | { kind: "none"; at: null }
  /** It has a date and waits for it. */
  | { kind: "reminder" | "appointment"; at: number }
  /** It stands in "Dziś". */
  | { kind: TodayKind; at: number };

/** All that decides about the next step. Times are milliseconds since 1970. */
export type StepFacts = {
  status: EnquiriesTable["status"];
  state: EnquiryState;
  receivedAt: number;
  /** The owner's reminder; for a scheduled enquiry the time of the meeting. */
  remindAt: number | null;
  /** When the owner last dealt with it. */
  handledAt: number | null;
  /** When one of its e-mails was last given up. */
  failedAt: number | null;
  /** When a date was asked for that the owner has not decided about. */
  wishedAt: number | null;
  /** A booked date whose outcome nobody has told yet. */
  appointment: { startsAt: number; endsAt: number } | null;
};

/** The moment for which steps are told. */
export type Moment = { now: number /** The next midnight in Poland. */; tomorrow: number };

export const momentOf = (now: number): Moment => ({
  now,
  tomorrow: polishMoment(addDays(polishDay(now), 1), 0),
});

/**
 * Every open enquiry either waits for its date or stands in "Dziś": there is no third place. A reminder is due all day long, a meeting is
 * asked about once it is over, and a failed e-mail comes back even where a date is set (C1.1).
 */
export function nextStepOf(facts: StepFacts, { now, tomorrow }: Moment): NextStep {
  const { status, state, receivedAt, remindAt, handledAt, failedAt } = facts;
  if (status !== "accepted") return { kind: "none", at: null };
  if (facts.wishedAt !== null) return { kind: "wish", at: facts.wishedAt };
  const meeting = facts.appointment ?? meetingOf(facts);
  if (state === "new" && remindAt === null && !meeting) return { kind: "new", at: receivedAt };
  if (failedAt !== null && failedAt > (handledAt ?? 0)) return { kind: "failed", at: failedAt };
  if (meeting && meeting.endsAt > now) return { kind: "appointment", at: meeting.startsAt };
  if (meeting) return { kind: "outcome", at: meeting.startsAt };
  if (remindAt !== null) return { kind: remindAt < tomorrow ? "due" : "reminder", at: remindAt };
  if (state === "closed") return { kind: "none", at: null };
  return { kind: "undecided", at: handledAt ?? receivedAt };
}

/** Until a date is booked for it, the reminder of a scheduled enquiry is its meeting. */
const meetingOf = ({ state, remindAt }: StepFacts) =>
  state === "scheduled" && remindAt !== null ? { startsAt: remindAt, endsAt: remindAt } : null;

export const standsToday = (step: NextStep): step is NextStep & { kind: TodayKind } =>
  (todayKinds as readonly string[]).includes(step.kind);

/** Whether it is one of today's meetings, past or still to come. */
export const isMeetingToday = ({ kind, at }: NextStep, { now }: Moment) =>
  (kind === "appointment" || kind === "outcome") && polishDay(at) === polishDay(now);

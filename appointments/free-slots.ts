import type { Slot, SlotKind } from "../enquiries/booking.ts";
import { dayMs, hourMs, minuteMs } from "../enquiries/clock.ts";
import { addDays, instantOf, isoOf, polishDay } from "../enquiries/polish-time.ts";
import type { Pattern } from "../enquiries/site-facts.ts";
import { slotIdOf } from "./slot.ts";

/** The trainer's change of one day. `closed` without a time closes the whole day. */
export type SlotException =
  | { effect: "closed"; day: string; time: string | null }
  | { effect: "added"; day: string; time: string; kind: SlotKind; minutes: number };

/** A time range in milliseconds since 1970; the end is exclusive. */
export type Interval = { startsAt: number; endsAt: number };

export type FreeSlot = Slot & Interval & { local: string };

type SlotContext = {
  pattern: Pattern | undefined;
  exceptions: readonly SlotException[];
  /** Appointments that hold their place, and the trainer's other commitments. */
  taken: readonly Interval[];
  now: number;
};

const noHours: Pattern = { times: [], noticeHours: 0, pauseMinutes: 15, daysAhead: 0, closed: [] };

/** The dates that can be chosen at this moment, in order, each once: from the pattern, the exceptions and what is taken (C3.1). */
export function freeSlots({ pattern = noHours, exceptions, taken, now }: SlotContext): FreeSlot[] {
  const pauseMs = pattern.pauseMinutes * minuteMs;
  const today = polishDay(now);
  const days = Array.from({ length: pattern.daysAhead + 1 }, (_, count) => addDays(today, count));
  const usual = days.flatMap((day) => usualOn(day, pattern, exceptions));
  // The pattern's notice and last day do not apply, but 91 days do: the trainer's calendars are read for 100.
  const added = exceptions.flatMap((one) => (one.effect === "added" ? slotAt(one.day, one) : []));
  const slots = [
    ...usual.filter(({ startsAt }) => startsAt - now >= pattern.noticeHours * hourMs),
    ...added.filter(({ startsAt }) => startsAt > now && startsAt < now + 91 * dayMs),
  ];
  const free = slots.filter((slot) => !taken.some((other) => overlaps(slot, other, pauseMs)));
  return [...new Map(free.map((slot) => [slot.id, slot])).values()].sort(
    (one, other) => one.startsAt - other.startsAt || one.minutes - other.minutes,
  );
}

function overlaps(one: Interval, other: Interval, pauseMs: number): boolean {
  return one.startsAt < other.endsAt + pauseMs && other.startsAt < one.endsAt + pauseMs;
}

const weekdays = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];

function usualOn(day: string, pattern: Pattern, exceptions: readonly SlotException[]): FreeSlot[] {
  const closed = exceptions.filter((one) => one.effect === "closed" && one.day === day);
  if (closed.some(({ time }) => time === null)) return [];
  if (pattern.closed.some(({ from, until }) => from <= day && day <= until)) return [];
  const weekday = weekdays[new Date(`${day}T12:00Z`).getUTCDay()] ?? "";
  return pattern.times
    .map((one) => ({ ...one, time: one.time.padStart(5, "0") }))
    .filter(({ days, time }) => days.includes(weekday) && !closed.some((one) => one.time === time))
    .flatMap((one) => slotAt(day, one));
}

/** Empty for an hour that the clock skips. */
function slotAt(day: string, { time, kind, minutes }: { time: string; kind: SlotKind; minutes: number }) {
  const local = `${day}T${time}`;
  const startsAt = instantOf(local);
  if (startsAt === undefined) return [];
  const endsAt = startsAt + minutes * minuteMs;
  return [{ id: slotIdOf(local, kind), start: isoOf(startsAt), minutes, kind, startsAt, endsAt, local }];
}

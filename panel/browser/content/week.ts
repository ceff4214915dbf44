import { week } from "../../../content-model/format-opening-hours.ts";
import type { Day } from "../../../content-model/schema/opening-hours.ts";

export interface Span {
  readonly opens: string;
  readonly closes: string;
}

/** The spans of each day, from all entries. */
export function spansByDay(hours: unknown): Record<Day, Span[]> {
  const days = Object.fromEntries(week.map((day) => [day, [] as Span[]])) as Record<Day, Span[]>;
  for (const { days: named = [], opens = "", closes = "" } of Array.isArray(hours) ? hours : []) {
    for (const day of named) if (day in days) days[day as Day].push({ opens, closes });
  }
  return days;
}

/** One entry for all days with the same hours, in the order of the week. */
export function entriesOf(days: Readonly<Record<Day, readonly Span[]>>): (Span & { days: Day[] })[] {
  const entries: (Span & { days: Day[] })[] = [];
  for (const day of week) {
    for (const { opens, closes } of days[day]) {
      const known = entries.find(
        (entry) => entry.opens === opens && entry.closes === closes && !entry.days.includes(day),
      );
      if (known) known.days.push(day);
      else entries.push({ days: [day], opens, closes });
    }
  }
  return entries;
}

/** From "6:00" to "06:00", which inputs require, and back. */
export const paddedTime = (time: string) => (/^\d:/.test(time) ? `0${time}` : time);
export const plainTime = (time: string) => time.replace(/^0(?=\d:)/, "");

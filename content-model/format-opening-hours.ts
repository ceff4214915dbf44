import type { Slots } from "./schema/kontakt.ts";
import type { OpeningHours } from "./schema/opening-hours.ts";
import { type Day, dayNames, week } from "./week.ts";

/** Days (`poniedziałek–piątek`, `wtorek i czwartek`) with their hours (`6:00–21:00`), in the order of the content. */
export function formatOpeningHours(openingHours: readonly OpeningHours[]): [days: string, hours: string][] {
  return openingHours.map(({ days, opens, closes }) => [
    formatDays(days),
    `${withoutZero(opens)}–${withoutZero(closes).replace(/^0:00/, "24:00")}`,
  ]);
}

function formatDays(days: readonly Day[]): string {
  const open = week.filter((day) => days.includes(day));
  // For consecutive days, the index in the week minus the index in the list is constant.
  const runs = Object.groupBy(open, (day, at) => week.indexOf(day) - at);
  const spans = Object.values(runs).flatMap((run = []) => {
    const names = run.map((day) => dayNames[day]);
    return names.length > 2 ? `${names[0]}–${names.at(-1)}` : names;
  });
  return new Intl.ListFormat("pl").format(spans).replace(" i ", " i\u00a0");
}

const withoutZero = (clock: string) => clock.replace(/^0(?=\d)/, "");

export type DaySlots = ReturnType<typeof slotsByDay>[number];

/** The open slots grouped by day (`wtorek`), sorted and without duplicates. */
export function slotsByDay({ times }: Pick<Slots, "times">) {
  return week.flatMap((day) => {
    const onDay = times.filter(({ days }) => days.includes(day));
    const byTime = new Map(onDay.map(({ time, kind }) => [time.padStart(5, "0"), kind]));
    const sorted = [...byTime].sort();
    const shown = sorted.map(([time, kind]) => ({ id: slotId(day, time), time: withoutZero(time), kind }));
    return shown.length > 0 ? { day: dayNames[day], times: shown } : [];
  });
}

/** The slot's id in addresses: `tu-1800`. */
export const slotId = (day: string, time: string) =>
  `${day.toLowerCase()}-${time.padStart(5, "0").replace(":", "")}`;

// The panel's browser code imports this file: keep server code out of it.

import { dayMs, hourMs } from "./clock.ts";

/** A local time in Poland: `2026-12-01T17:30`. It takes precedence over the stored instant, because the rules of summer time may change. */
export type LocalTime = string;

/** Swedish times have the sortable form `2026-12-01 17:30`. */
const warsaw = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Warsaw",
  dateStyle: "short",
  timeStyle: "short",
});

/** What a Polish clock shows at that time (milliseconds since 1970). */
export const localTimeOf = (ms: number): LocalTime => warsaw.format(ms).replace(" ", "T");

/** The date in Poland at that time: `2026-11-21`. */
export const polishDay = (ms: number) => localTimeOf(ms).slice(0, 10);

/** The hour on a Polish clock at that time, from 0 to 23. */
export const polishHour = (ms: number) => Number(localTimeOf(ms).slice(11, 13));

/** The instant of a local time in milliseconds, the earlier one where the clock shows it twice; undefined where it skips it. */
export function instantOf(local: LocalTime): number | undefined {
  const asIfUtc = Date.parse(`${local}Z`);
  // Poland is one hour ahead of UTC, in summer two.
  return [2, 1].map((hours) => asIfUtc - hours * hourMs).find((ms) => localTimeOf(ms) === local);
}

/** `2026-12-01T17:30:00+01:00` */
export function isoOf(ms: number): string {
  const local = localTimeOf(ms);
  const aheadHours = Math.round((Date.parse(`${local}Z`) - ms) / hourMs);
  return `${local}:00+0${aheadHours}:00`;
}

/** The date some calendar days later: `2026-12-01` plus 1 is `2026-12-02`. */
export const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** The instant of a full hour on that day in Poland, or of the next hour if the clock skips it when summer time begins. */
export function polishMoment(date: string, hour: number): number {
  const at = (hour: number) => instantOf(`${date}T${String(hour).padStart(2, "0")}:00`);
  return at(hour) ?? at(hour + 1) ?? Number.NaN;
}

/** Eight in the morning in Poland on that day: when a next step is due. */
export const morningOf = (date: string) => polishMoment(date, 8);

/** Eight in the morning in Poland, some days after that instant. */
export const morningAfter = (days: number, ms: number) => morningOf(addDays(polishDay(ms), days));

// The panel's browser code imports this file: keep server code out of it.

import { hourMs } from "./clock.ts";

const timeZone = "Europe/Warsaw";
// Swedish dates have the sortable form 2026-11-21.
const day = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone });
const hour = new Intl.DateTimeFormat("sv-SE", { hour: "2-digit", hourCycle: "h23", timeZone });

/** The date in Poland at that time (milliseconds since 1970): `2026-11-21`. */
export const polishDay = (ms: number) => day.format(ms);

/** The hour on a Polish clock at that time, from 0 to 23. */
export const polishHour = (ms: number) => Number(hour.format(ms));

/** The date some days later, by the calendar. */
export function addDays(date: string, days: number): string {
  const later = new Date(date);
  later.setUTCDate(later.getUTCDate() + days);
  return later.toISOString().slice(0, 10);
}

/** When a Polish clock shows that full hour on that day. In the night in which the clocks change, one hour is missing: then the next. */
export function polishMoment(date: string, atHour: number): number {
  const inSummer = Date.parse(date) + (atHour - 2) * hourMs;
  return polishHour(inSummer) === atHour ? inSummer : inSummer + hourMs;
}

const morning = 8;

/** Eight in the morning in Poland, some days after that time: when a next step is due. */
export const morningAfter = (days: number, ms: number) => polishMoment(addDays(polishDay(ms), days), morning);

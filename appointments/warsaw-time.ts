import { hourMs, minuteMs } from "../enquiries/clock.ts";

/** A time of day in Poland: `2026-12-01T17:30`. It is the truth beside the instant, because the rules of summer time may change. */
export type LocalTime = string;

/** Swedish times have the sortable form `2026-12-01 17:30`. */
const warsaw = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Warsaw",
  dateStyle: "short",
  timeStyle: "short",
});

export const localTimeOf = (ms: number): LocalTime => warsaw.format(ms).replace(" ", "T");

/** The instant of a local time in milliseconds, the earlier one where the clock shows it twice; undefined where it skips it. */
export function instantOf(local: LocalTime): number | undefined {
  const asIfUtc = Date.parse(`${local}Z`);
  // Poland is one hour ahead of UTC, in summer two.
  return [2, 1].map((hours) => asIfUtc - hours * hourMs).find((ms) => localTimeOf(ms) === local);
}

/** `2026-12-01T17:30:00+01:00` */
export function isoOf(ms: number): string {
  const local = localTimeOf(ms);
  const aheadMinutes = Math.round((Date.parse(`${local}Z`) - ms) / minuteMs);
  const two = (count: number) => String(Math.floor(count)).padStart(2, "0");
  return `${local}:00+${two(aheadMinutes / 60)}:${two(aheadMinutes % 60)}`;
}

/** `2026-12-01` and 1 are `2026-12-02`. */
export function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T12:00Z`) + count * 24 * hourMs).toISOString().slice(0, 10);
}

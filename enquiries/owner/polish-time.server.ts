// Swedish, because it writes a date as 2026-11-21 08:15, which sorts.
const time = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "Europe/Warsaw",
});

/** An ISO 8601 time as the clock in Poland shows it: `2026-11-21 08:15`. */
export const toPolishTime = (iso: string) => time.format(new Date(iso));

/** Milliseconds since 1970 of a time that the clock in Poland shows (`2026-11-21 08:15`); undefined when it is none. */
export function parsePolishTime(text: string): number | undefined {
  const asUtc = Date.parse(`${text.replace(" ", "T")}:00Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // Poland is one or two hours ahead of UTC; in the hour that is skipped in spring neither fits.
  return [1, 2, 0].map((ahead) => asUtc - ahead * 3_600_000).find((ms) => time.format(ms) === text);
}

/** The date in Poland of the Monday on or before that moment. */
export function polishMonday(ms: number): string {
  const day = new Date(`${time.format(ms).slice(0, 10)}T00:00:00Z`);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  return addDays(day.toISOString().slice(0, 10), -sinceMonday);
}

/** A date some days later, by the calendar. */
export function addDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

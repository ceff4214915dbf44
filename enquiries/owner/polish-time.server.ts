// Swedish dates have the sortable form 2026-11-21 08:15.
const time = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "Europe/Warsaw",
});

/** Converts an ISO 8601 time to local time in Poland: `2026-11-21 08:15`. */
export const toPolishTime = (iso: string) => time.format(new Date(iso));

/** Converts local time in Poland (`2026-11-21 08:15`) to milliseconds since 1970; undefined if it is invalid. */
export function parsePolishTime(text: string): number | undefined {
  const asUtc = Date.parse(`${text.replace(" ", "T")}:00Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // Poland is one or two hours ahead of UTC; in the hour skipped in spring neither fits.
  return [1, 2, 0].map((ahead) => asUtc - ahead * 3_600_000).find((ms) => time.format(ms) === text);
}

/** The date in Poland of the last Monday at that time. */
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

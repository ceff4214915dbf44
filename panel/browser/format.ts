const zone = "Europe/Warsaw";
/** "3 listopada" */
export const day = new Intl.DateTimeFormat("pl", { day: "numeric", month: "long", timeZone: zone });
const dayAndYear = new Intl.DateTimeFormat("pl", { dateStyle: "long", timeZone: zone });
const time = new Intl.DateTimeFormat("pl", { hour: "2-digit", minute: "2-digit", timeZone: zone });
const weekday = new Intl.DateTimeFormat("pl", { weekday: "long", timeZone: zone });
const isoDay = new Intl.DateTimeFormat("sv", { timeZone: zone });

const dayMs = 24 * 60 * 60_000;

/** Formats a moment relative to now: "14:02", "wczoraj", "poniedziałek", "3 listopada", "3 listopada 2025". */
export function formatMoment(moment: number | string): string {
  const at = new Date(moment);
  const days = daysUntilToday(at);
  if (days === 0) return time.format(at);
  if (days === 1) return "wczoraj";
  if (days > 1 && days < 7) return weekday.format(at);
  return at.getFullYear() === new Date().getFullYear() ? day.format(at) : dayAndYear.format(at);
}

/** Formats a moment in full: "dziś o 14:02", "wczoraj o 09:15", "3 listopada 2026 o 09:15". */
export function formatFully(moment: number | string): string {
  return `${formatDay(moment, dayAndYear)} o ${time.format(new Date(moment))}`;
}

/** "poniedziałek, 23 listopada" */
export const formatWeekday = (moment: number) => `${weekday.format(moment)}, ${day.format(moment)}`;

/** Formats the day of a reminder: "dziś", "jutro", "27 listopada". */
export function formatDay(moment: number | string, others = day): string {
  const at = new Date(moment);
  const near = { "-1": "jutro", 0: "dziś", 1: "wczoraj" }[daysUntilToday(at)];
  return near ?? others.format(at);
}

/** "3 listopada 2026" */
export const formatDate = (moment: number | string) => dayAndYear.format(new Date(moment));

/** "12,5" */
export const { format: formatNumber } = new Intl.NumberFormat("pl", { maximumFractionDigits: 1 });

/** Counts calendar days in Poland, not periods of 24 hours. */
function daysUntilToday(moment: Date): number {
  return Math.round((Date.parse(isoDay.format()) - Date.parse(isoDay.format(moment))) / dayMs);
}

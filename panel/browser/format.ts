import { formatHour } from "../../appointments/slot.ts";
import { dayMs } from "../../enquiries/clock.ts";
import { localTimeOf, polishDay } from "../../enquiries/polish-time.ts";

const zone = "Europe/Warsaw";
/** "3 listopada" */
const day = new Intl.DateTimeFormat("pl", { day: "numeric", month: "long", timeZone: zone });
const dayAndYear = new Intl.DateTimeFormat("pl", { dateStyle: "long", timeZone: zone });
const weekday = new Intl.DateTimeFormat("pl", { weekday: "long", timeZone: zone });

/** Milliseconds since 1970 or ISO 8601. */
type Moment = number | string;

/** Convert "6:00" to "06:00", and "24:00" to "00:00", which inputs require, and back. */
export const paddedTime = (time: string) => time.replace(/^24:/, "0:").replace(/^\d:/, "0$&");
export const plainTime = (time: string) => time.replace(/^0(?=\d:)/, "");

/** "9:15" */
const formatTime = (moment: Moment) => formatHour(localTimeOf(new Date(moment).getTime()));

/** Formats a moment relative to now: "14:02", "wczoraj", "poniedziałek", "3 listopada", "3 listopada 2025". */
export function formatMoment(moment: Moment): string {
  const days = daysSince(moment);
  if (days === 0) return formatTime(moment);
  if (days > 1 && days < 7) return weekday.format(new Date(moment));
  return formatDay(moment);
}

/** Formats a moment in full: "dziś o 14:02", "wczoraj o 9:15", "3 listopada 2026 o 9:15". */
export const formatFully = (at: Moment) => `${nearDay(at) ?? formatDate(at)} o ${formatTime(at)}`;

/** "poniedziałek, 23 listopada" */
export const formatWeekday = (moment: number) => `${weekday.format(moment)}, ${day.format(moment)}`;

/** Formats a day: "dziś", "jutro", "27 listopada", and in another year "3 listopada 2025". */
export const formatDay = (moment: Moment) => nearDay(moment) ?? formatDateBriefly(moment);

/** "3 listopada", and in another year "3 listopada 2025" */
export function formatDateBriefly(moment: Moment): string {
  const at = new Date(moment).getTime();
  return (polishDay(at).startsWith(polishDay(Date.now()).slice(0, 4)) ? day : dayAndYear).format(at);
}

/** "3 listopada 2026" */
export const formatDate = (moment: Moment) => dayAndYear.format(new Date(moment));

/** "12,5" */
export const { format: formatNumber } = new Intl.NumberFormat("pl", { maximumFractionDigits: 1 });

const nearDay = (moment: Moment) => ({ "-1": "jutro", 0: "dziś", 1: "wczoraj" })[daysSince(moment)];

/** Counts calendar days in Poland, not periods of 24 hours. */
function daysSince(moment: Moment): number {
  const midnightOf = (ms: number) => Date.parse(polishDay(ms));
  return (midnightOf(Date.now()) - midnightOf(new Date(moment).getTime())) / dayMs;
}

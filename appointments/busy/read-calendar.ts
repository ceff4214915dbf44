import ical, { type VEvent, type VFreebusy } from "node-ical";
import type { Interval } from "../free-slots.ts";
import type { BusyRequest } from "./busy-calendars.server.ts";

const maxIntervals = 5_000;

const withoutZone = /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)((?!.*TZID)[^:\n]*):(?=\d{8}T\d{6}(?!Z))/gim;
/** As in `/citadel.org/20250101_1/Europe/Warsaw`. */
const zonePrefix = /(?<=TZID[=:]"?)\/[^\s":;]{1,99}?\/(?=[A-Z]\w+\/[A-Z])/g;
/** Exchange's name, which the library takes for the zone of this machine. */
const utcZone = /(?<=TZID[=:])"?tzone:\/\/Microsoft\/Utc"?/g;
const zoneName = /(?<=TZID=")[^"\r\n]+|(?<=TZID=)(?!tzone:)[^":;\r\n]+/g;

/**
 * When the owner of a calendar is busy, as intervals within the range. Throws if the calendar is incomplete or has implausibly many events.
 * An event without a time zone is read in Poland's, and so is one in a zone that only the calendar knows. Endless recurrences may never
 * finish, so run it in a child, whose zone that is, too (C4.5).
 */
export function busyIntervals(text: string, { from, until, mailHost }: Omit<BusyRequest, "url">): Interval[] {
  const unfolded = text.replace(/\r?\n[ \t]/g, "");
  // Of several calendars in one file the library would keep the last, and so it would of their series with one UID.
  const calendars = withKnownZones(unfolded).split(/(?<=^END:VCALENDAR)\s+(?=BEGIN:VCALENDAR$)/m);
  // A truncated calendar would show its owner as free.
  const isWhole = (one: string) => /^BEGIN:VCALENDAR[\s\S]*^END:VCALENDAR\s*$/m.test(one);
  if (!calendars.every(isWhole)) throw new Error("not a whole calendar");
  const parse = (one: string) => ical.sync.parseICS(withOwnUids(one).replace(/^RDATE/gm, "FREEBUSY"));
  const components = calendars.flatMap((one) => Object.values(parse(one)));
  const range = { from: new Date(from), to: new Date(until), expandOngoing: true };
  const intervals: Interval[] = [];
  const events = components.filter((one): one is VEvent => one?.type === "VEVENT");
  if (events.length === 0 && components.some((one) => one?.type === "VFREEBUSY"))
    throw new Error("a list of busy times, not of events");
  for (const event of events) {
    // Our own appointments do not count as other commitments.
    if (event.uid?.endsWith(`@${mailHost}`)) continue;
    if (/FREQ=(?:SECONDLY|MINUTELY)/.test(String(event.rrule))) throw new Error("too many events");
    // An invitation to single dates of a series has no rule, only these dates.
    const all = new Set([event, ...(Object.values(event.recurrences ?? {}) as VEvent[])]);
    // The library adds a DURATION in hours, so whole days end at 23:00 after the clock went back, which it takes for a day less.
    for (const { datetype, end } of all)
      if (datetype === "date" && end instanceof Date) end.setHours(end.getHours() + 1);
    for (const date of [...(event.rrule ? [event] : all), ...addedTo(event)]) {
      for (const { start, end, event: instance } of ical.expandRecurringEvent(date, range)) {
        if (!isBusy(instance)) continue;
        intervals.push({ startsAt: start.getTime(), endsAt: end.getTime() });
        if (intervals.length > maxIntervals) throw new Error("too many events");
      }
    }
  }
  return intervals.filter(({ startsAt, endsAt }) => startsAt < endsAt && startsAt < until && endsAt > from);
}

/** The dates that RDATE adds to an event, which `parseICS` was given as FREEBUSY, because the library reads no RDATE. */
function addedTo({ rrule: _, freebusy = [], ...event }: VEvent & Pick<VFreebusy, "freebusy">): VEvent[] {
  const moved = Object.values(event.recurrences ?? {}).map(({ recurrenceid }) => recurrenceid);
  const elsewhere = new Set([...moved, ...Object.values(event.exdate ?? {})].map(Number));
  const length = Number(event.end) - Number(event.start);
  return freebusy
    .filter(({ start }) => !elsewhere.has(Number(start)))
    .map(({ start, end }) => ({ ...event, start, end: end || new Date(Number(start) + length) }));
}

/** The library would repeat times without a zone that it knows by UTC, an hour off after each change of the clock. */
function withKnownZones(text: string): string {
  const zoned = text
    .replace(withoutZone, "$1$2;TZID=Europe/Warsaw:")
    .replace(zonePrefix, "")
    .replace(utcZone, "UTC");
  const unknown = new Set([...new Set(zoned.match(zoneName))].filter((name) => !isKnownZone(name)));
  return zoned.replace(zoneName, (name) => (unknown.has(name) ? "Europe/Warsaw" : name));
}

/** Some programs give all dates of a series one UID. The library would keep the last, as it should of versions: no two have one SEQUENCE. */
function withOwnUids(text: string): string {
  const events = text.split(/^(?=BEGIN:VEVENT$)/m);
  // An event without an end would swallow those after it.
  if (!events.slice(1).every((event) => /^END:VEVENT/m.test(event))) throw new Error("not a whole calendar");
  const versionOf = (event: string) => Number(/^SEQUENCE:(.*)/m.exec(event)?.[1] ?? 0);
  const isSeries = (event: string) => Number(/^R(?:RULE|DATE)/m.test(event));
  const whole = events.filter((event) => !/^RECURRENCE-ID/m.test(event));
  // Single dates that were moved stay with the first series of their UID.
  whole.sort((a, b) => isSeries(b) - isSeries(a));
  const byUid = Map.groupBy(whole, (event) => /^UID:.*/m.exec(event)?.[0]);
  const mixed = [...byUid.values()].filter((all) => new Set(all.map(versionOf)).size < all.length);
  const others = new Set(mixed.flatMap((all) => all.slice(1)));
  return events.map((one, at) => (others.has(one) ? one.replace(/^UID:/m, `UID:${at} `) : one)).join("");
}

/** Whether the library knows a zone by its name: as a place, or as an hour that is not Poland's in winter. */
function isKnownZone(name: string): boolean {
  const event = `BEGIN:VEVENT\nUID:1\nDTSTART;TZID="${name}":20260101T120000\nEND:VEVENT`;
  const { start } = ical.sync.parseICS(event)["1"] as VEvent;
  try {
    return start.getHours() !== 12 || Boolean(Intl.DateTimeFormat("pl", { timeZone: start.tz }));
  } catch {
    return false;
  }
}

/** Events marked as free, also in Outlook's way, and cancelled ones do not count. */
function isBusy(event: VEvent): boolean {
  const outlook = (event as unknown as Record<string, unknown>)["MICROSOFT-CDO-BUSYSTATUS"];
  return event.transparency !== "TRANSPARENT" && event.status !== "CANCELLED" && outlook !== "FREE";
}

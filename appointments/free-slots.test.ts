import { describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "../enquiries/clock.ts";
import { instantOf, isoOf } from "../enquiries/polish-time.ts";
import type { Pattern } from "../enquiries/site-facts.ts";
import { freeSlots, type SlotException } from "./free-slots.ts";
import { formatLocalTime, nearestSlots, parseSlotId } from "./slot.ts";

const everyDay = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const talk = { kind: "talk", minutes: 30 } as const;
const pattern: Pattern = {
  times: [{ days: ["Tu"], time: "17:30", ...talk }],
  noticeHours: 24,
  pauseMinutes: 15,
  daysAhead: 21,
  closed: [],
};
const monday = Date.parse("2026-11-30T10:00Z");

function free(changes: Partial<Pattern> = {}, more: Partial<Parameters<typeof freeSlots>[0]> = {}) {
  return freeSlots({ pattern: { ...pattern, ...changes }, exceptions: [], taken: [], now: monday, ...more });
}
const locals = (slots: ReturnType<typeof free>) => slots.map(({ local }) => local);

test("C3.1 a weekday of the pattern becomes dates with their local time, offset, minutes and kind", () => {
  expect(free()[0]).toMatchObject({
    id: "2026-12-01-1730-talk",
    start: "2026-12-01T17:30:00+01:00",
    minutes: 30,
    kind: "talk",
  });
  expect(locals(free())).toEqual(["2026-12-01T17:30", "2026-12-08T17:30", "2026-12-15T17:30"]);
});

test("C3.2 a date is named with its weekday, day and hour", () => {
  expect(formatLocalTime("2026-12-01T17:30").replaceAll("\u00a0", " ")).toBe("wt. 1 grudnia, 17:30");
  expect(formatLocalTime("2027-02-07T07:05").replaceAll("\u00a0", " ")).toBe("niedz. 7 lutego, 7:05");
});

test("C3.1 the notice counts elapsed hours, the last day by the calendar", () => {
  const at = Date.parse("2026-12-01T17:30+01:00");
  expect(locals(free({}, { now: at - 24 * hourMs }))[0]).toBe("2026-12-01T17:30");
  expect(locals(free({}, { now: at - 24 * hourMs + 1 }))[0]).toBe("2026-12-08T17:30");
  expect(locals(free({ daysAhead: 8 }))).toEqual(["2026-12-01T17:30", "2026-12-08T17:30"]);
});

test.each([
  [-45, true],
  [-44, false],
  [0, false],
  [44, false],
  [45, true],
])(
  "C3.1 with a pause of 15 minutes another half hour that begins %i minutes away leaves it free: %s",
  (away, isFree) => {
    const startsAt = Date.parse("2026-12-01T17:30+01:00") + away * minuteMs;
    const slots = free({}, { taken: [{ startsAt, endsAt: startsAt + 30 * minuteMs }] });
    expect(locals(slots).includes("2026-12-01T17:30")).toBe(isFree);
  },
);

test("C3.1 exceptions close a day or an hour and add one, which needs no notice", () => {
  const added: SlotException = { effect: "added", day: "2026-11-30", time: "18:00", ...talk };
  const wholeDay: SlotException = { effect: "closed", day: "2026-12-01", time: null };
  const oneHour: SlotException = { effect: "closed", day: "2026-12-08", time: "17:30" };
  const otherHour: SlotException = { effect: "closed", day: "2026-12-15", time: "17:00" };
  expect(locals(free({}, { exceptions: [wholeDay, oneHour, otherHour, added] }))).toEqual([
    "2026-11-30T18:00",
    "2026-12-15T17:30",
  ]);
});

test("C3.1 a date that the trainer adds is offered however far ahead the pattern reaches, where calendars are read", () => {
  const added = (day: string): SlotException => ({ effect: "added", day, time: "10:00", ...talk });
  const exceptions = ["2026-12-22", "2027-02-28", "2027-03-02"].map(added);
  expect(locals(free({ times: [] }, { exceptions }))).toEqual(["2026-12-22T10:00", "2027-02-28T10:00"]);
});

test("C3.1 closed days have no dates", () => {
  expect(locals(free({ closed: [{ from: "2026-12-01", until: "2026-12-08" }] }))).toEqual([
    "2026-12-15T17:30",
  ]);
});

test("without a pattern there are no dates, and what two entries offer is offered once", () => {
  expect(freeSlots({ pattern: undefined, exceptions: [], taken: [], now: monday })).toEqual([]);
  const exceptions = [{ effect: "added", day: "2026-12-03", time: "18:00", ...talk }] as const;
  // A trainer may offer single dates only.
  const added = freeSlots({ pattern: undefined, exceptions, taken: [], now: monday });
  expect(locals(added)).toEqual(["2026-12-03T18:00"]);
  const twice = [...pattern.times, { days: ["Tu", "We"], time: "17:30", ...talk }];
  expect(new Set(locals(free({ times: twice }))).size).toBe(free({ times: twice }).length);
});

describe("around the changes of the clock", () => {
  test.each(["2027-03-27T12:00Z", "2027-10-30T12:00Z"])("C3.5 at %s 17:00 stays 17:00", (now) => {
    const times = [{ days: everyDay, time: "17:00", ...talk }];
    const slots = free({ times, daysAhead: 3 }, { now: Date.parse(now) });
    expect(slots).toHaveLength(3);
    for (const { start, startsAt } of slots) {
      expect(start).toContain("T17:00:00+0");
      expect(Date.parse(start)).toBe(startsAt);
    }
    expect(new Set(slots.map(({ start }) => start.slice(-6))).size).toBe(1);
  });

  test("C3.5 02:30 on 28 March 2027 is never offered, nor added", () => {
    const times = [{ days: ["Su"], time: "2:30", ...talk }];
    const exceptions: SlotException[] = [{ effect: "added", day: "2027-03-28", time: "02:30", ...talk }];
    const now = Date.parse("2027-03-19T12:00Z");
    expect(locals(free({ times }, { now, exceptions }))).toEqual(["2027-03-21T02:30", "2027-04-04T02:30"]);
    expect(instantOf("2027-03-28T02:30")).toBeUndefined();
  });

  test("an hour that the clock shows twice is the first of the two", () => {
    expect(isoOf(instantOf("2027-10-31T02:30") ?? 0)).toBe("2027-10-31T02:30:00+02:00");
  });

  test("dates go on over the New Year", () => {
    const times = [{ days: everyDay, time: "9:00", ...talk }];
    const slots = free({ times, daysAhead: 3 }, { now: Date.parse("2026-12-30T07:00Z") });
    expect(locals(slots)).toEqual(["2026-12-31T09:00", "2027-01-01T09:00", "2027-01-02T09:00"]);
  });
});

test("C3.2 the three nearest to a date that has gone are of its kind where there are enough, in order", () => {
  const times = [
    { days: ["Tu"], time: "17:30", ...talk },
    { days: ["Tu"], time: "18:30", kind: "training" as const, minutes: 60 },
  ];
  const nearest = nearestSlots(free({ times }), { local: "2026-12-08T17:30", kind: "talk" });
  expect(nearest.map(({ id }) => id)).toEqual([
    "2026-12-01-1730-talk",
    "2026-12-08-1730-talk",
    "2026-12-15-1730-talk",
  ]);
});

test.each([
  "",
  "tu-1730",
  "2026-12-01-1730",
  "2026-13-01-1730-talk",
  "2026-12-01-2460-talk",
  "x2026-12-01-1730-talk",
])("%j is no id of a date", (id) => expect(parseSlotId(id)).toBeUndefined());

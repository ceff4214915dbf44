import { expect, test } from "vitest";
import { addDays, morningAfter, polishDay, polishHour, polishMoment } from "./polish-time.ts";

const iso = (ms: number) => new Date(ms).toISOString();

test.each([
  ["2027-03-27T22:59:00Z", "2027-03-27", 23],
  ["2027-03-27T23:00:00Z", "2027-03-28", 0],
  ["2027-03-28T01:00:00Z", "2027-03-28", 3],
  ["2027-10-31T00:30:00Z", "2027-10-31", 2],
  ["2027-10-31T01:30:00Z", "2027-10-31", 2],
])("at %s it is %s in Poland, hour %i", (at, day, hour) => {
  expect([polishDay(Date.parse(at)), polishHour(Date.parse(at))]).toEqual([day, hour]);
});

test("days are added by the calendar, over the change of the clocks too", () => {
  expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
  expect(addDays("2026-03-02", -7)).toBe("2026-02-23");
});

test.each([
  ["2027-03-27", 17, "2027-03-27T16:00:00.000Z"],
  ["2027-03-28", 17, "2027-03-28T15:00:00.000Z"],
  ["2027-03-28", 2, "2027-03-28T01:00:00.000Z"],
  ["2027-10-30", 17, "2027-10-30T15:00:00.000Z"],
  ["2027-10-31", 17, "2027-10-31T16:00:00.000Z"],
  ["2027-10-31", 0, "2027-10-30T22:00:00.000Z"],
])("on %s hour %i is %s, and an hour that the clocks skip is the next", (day, hour, at) => {
  expect(iso(polishMoment(day, hour))).toBe(at);
});

test.each([
  ["2027-03-27T20:00:00Z", "2027-03-28T06:00:00.000Z"],
  ["2027-03-28T20:00:00Z", "2027-03-29T06:00:00.000Z"],
  ["2027-10-30T20:00:00Z", "2027-10-31T07:00:00.000Z"],
])("C1.1 tomorrow at eight stays eight over the change of the clocks: after %s it is %s", (now, at) => {
  expect(iso(morningAfter(1, Date.parse(now)))).toBe(at);
});

import { expect, test } from "vitest";
import { addDays, parsePolishTime, polishMonday, toPolishTime } from "./polish-time.server.ts";

test.each([
  ["2026-12-01 09:00", "2026-12-01T08:00:00.000Z"],
  ["2026-07-01 09:00", "2026-07-01T07:00:00.000Z"],
  ["2026-03-29 01:59", "2026-03-29T00:59:00.000Z"],
  ["2026-03-29 03:00", "2026-03-29T01:00:00.000Z"],
])("%s on the clock in Poland is %s, and back", (polish, iso) => {
  expect(new Date(parsePolishTime(polish) ?? 0).toISOString()).toBe(iso);
  expect(toPolishTime(iso)).toBe(polish);
});

test.each(["", "jutro", "2026-02-30 09:00", "2026-12-01", "2026-12-01 25:00", "2026-03-29 02:30"])(
  "%j is no time in Poland",
  (text) => {
    expect(parsePolishTime(text)).toBeUndefined();
  },
);

test.each([
  ["2026-11-22T22:59:00Z", "2026-11-16"],
  ["2026-11-22T23:00:00Z", "2026-11-23"],
  ["2026-11-23T12:00:00Z", "2026-11-23"],
])("the week of %s begins on %s", (iso, monday) => {
  expect(polishMonday(Date.parse(iso))).toBe(monday);
});

test("days are added by the calendar, over the change of the clocks too", () => {
  expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
  expect(addDays("2026-03-02", -7)).toBe("2026-02-23");
});

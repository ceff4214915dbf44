import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formatDay, formatFully, formatMoment } from "./format.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-12-31T23:30:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("C1.1 the day of a step in another year is told with its year", () => {
  expect(formatDay("2027-01-01T08:00:00Z")).toBe("dziś");
  expect(formatDay("2027-11-27T08:00:00Z")).toBe("27 listopada");
  expect(formatDay("2028-11-27T08:00:00Z")).toBe("27 listopada 2028");
});

test("P3.1 a year begins at midnight in Poland", () => {
  expect(formatMoment("2026-12-31T22:30:00Z")).toBe("wczoraj");
  expect(formatMoment("2027-01-20T08:00:00Z")).toBe("20 stycznia");
  expect(formatMoment("2026-11-27T08:00:00Z")).toBe("27 listopada 2026");
});

test("P3.1 an hour is written as in the calendar, without a leading zero", () => {
  expect(formatMoment("2027-01-01T06:05:00Z")).toBe("7:05");
  expect(formatFully("2027-01-01T06:05:00Z")).toBe("dziś o 7:05");
  expect(formatFully("2026-11-03T08:15:00Z")).toBe("3 listopada 2026 o 9:15");
});

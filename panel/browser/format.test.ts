import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formatDay, formatMoment } from "./format.ts";

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

import { expect, test } from "vitest";
import { polishMonday } from "./stats.server.ts";

test.each([
  ["2026-11-22T22:59:00Z", "2026-11-16"],
  ["2026-11-22T23:00:00Z", "2026-11-23"],
  ["2026-11-23T12:00:00Z", "2026-11-23"],
])("the week of %s begins on %s", (iso, monday) => {
  expect(polishMonday(Date.parse(iso))).toBe(monday);
});

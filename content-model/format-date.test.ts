import { expect, it } from "vitest";
import { formatDate } from "./format-date.ts";

it.each([
  ["2026", "2026"],
  ["2026-03", "marzec 2026"],
  ["2026-12-05", "5\u00a0grudnia 2026"],
])("shows %s as %s", (date, shown) => {
  expect(formatDate(date)).toBe(shown);
});

import { expect, test } from "vitest";
import { readDate, readNumber, showDate } from "./text-field.tsx";

test.each<[string, number | string]>([
  ["150", 150],
  ["149,50", 149.5],
  ["1 200", 1200],
  ["-3.5", -3.5],
  ["1.200", 1200],
  ["150,", "150,"],
  ["sto", "sto"],
])("%s is read as %s", (text, value) => {
  expect(readNumber(text)).toBe(value);
});

test.each<[string, number, number | string]>([
  ["1.200", 100_000, 1200],
  ["1.200,50", 100_000, 1200.5],
  ["1,200", 100_000, 1200],
  ["0,125", 100_000, 0.125],
  ["0.500", 100_000, 0.5],
  ["10,500", 100_000, 10_500],
  ["12.50", 100_000, 12.5],
  ["1.2000", 100_000, 1.2],
  ["52.229", 90, 52.229],
])("P4.3 %s in a field for numbers up to %d is read as %s", (text, max, value) => {
  expect(readNumber(text, { max })).toBe(value);
});

test.each<[string, number | string, string]>([
  ["2025", 2025, "2025"],
  ["3.2025", "2025-03", "03.2025"],
  ["15,3,2025", "2025-03-15", "15.03.2025"],
  ["2025-03", "2025-03", "03.2025"],
  ["29.02.2024", "2024-02-29", "29.02.2024"],
  ["29.2.2026", "29.2.2026", "29.2.2026"],
  ["31.04.2026", "31.04.2026", "31.04.2026"],
  ["20", "20", "20"],
  ["wiosna 2025", "wiosna 2025", "wiosna 2025"],
])("P4.3 the date %s is stored as %s and shown as %s", (text, stored, shown) => {
  expect(readDate(text)).toBe(stored);
  expect(showDate(stored)).toBe(shown);
});

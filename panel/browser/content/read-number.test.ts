import { expect, test } from "vitest";
import { readNumber } from "./text-field.tsx";

test.each<[string, number | string]>([
  ["150", 150],
  ["149,50", 149.5],
  ["1 200", 1200],
  ["-3.5", -3.5],
  ["150,", "150,"],
  ["sto", "sto"],
])("%s is read as %s", (text, value) => {
  expect(readNumber(text)).toBe(value);
});

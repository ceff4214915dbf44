import { expect, test } from "vitest";
import { formatPhone, parsePhone } from "./phone.server.ts";

test.each([
  ["600 100 200", "+48600100200", "600 100 200"],
  ["+48 600-100-200", "+48600100200", "600 100 200"],
  ["0048 22 621 00 00", "+48226210000", "22 621 00 00"],
  ["(+48) 600 100 200", "+48600100200", "600 100 200"],
  ["+44 20 7946 0000", "+442079460000", "+44 20 7946 0000"],
  ["+380 44 123 4567", "+380441234567", "+380 44 123 4567"],
])("%s is stored as %s and displayed as %s", (typed, stored, shown) => {
  expect(parsePhone(typed)).toBe(stored);
  expect(formatPhone(stored)).toBe(shown);
  expect(parsePhone(stored)).toBe(stored);
});

test.each(["123", "zadzwoń 600 100 200", "600 100 200 wew. 5", ""])("%j is not a phone number", (typed) => {
  expect(parsePhone(typed)).toBeUndefined();
});

test.each([
  "600 100 20",
  "600 100 2001",
  "0600100200",
  "000 600 100",
  "1234567",
  "+48 600 100 20",
  "0048 600 100 2001",
])("B10.1 %j is refused, because a Polish number has nine digits", (typed) => {
  expect(parsePhone(typed)).toBeUndefined();
});

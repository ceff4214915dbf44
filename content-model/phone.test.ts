import { describe, expect, it } from "vitest";
import { formatPhone } from "./format-phone.ts";
import { parsePhone } from "./schema/site.ts";

describe("parsePhone", () => {
  it.each([
    ["600 100 200", "+48600100200"],
    ["+48 600-100-200", "+48600100200"],
    ["0048 (22) 123 45 67", "+48221234567"],
    ["+48 000 000 000", "+48000000000"],
    ["+49 151 2345678", "+491512345678"],
  ])("reads %s", (written, number) => {
    expect(parsePhone(written)).toBe(number);
  });

  it.each(["", "600 100", "600 100 2000", "+48 600 100 20", "zadzwoń", "+0 600 100 200", "600 100 200 w. 5"])(
    "refuses %j",
    (written) => {
      expect(parsePhone(written)).toBeUndefined();
    },
  );
});

describe("formatPhone", () => {
  it.each([
    ["+48600100200", "+48 600 100 200"],
    ["+48221234567", "+48 22 123 45 67"],
    ["+48000000000", "+48 000 000 000"],
    ["+420601123456", "+420 601 123 456"],
    ["+4915123456789", "+49 1512 3456789"],
    ["+442079460000", "+44 20 7946 0000"],
    ["+12025550123", "+1 202 555 0123"],
    // No country has this prefix, so the number is not grouped.
    ["+99912345678", "+99912345678"],
  ])("groups %s as people read it there, with hard spaces", (number, shown) => {
    expect(formatPhone(number)).toBe(shown.replaceAll(" ", "\u00a0"));
  });
});

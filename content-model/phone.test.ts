import { describe, expect, it } from "vitest";
import { formatPhone, parsePhone } from "./phone.ts";

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
    ["+491512345678", "+49 151 234 5678"],
    ["+4915123456789", "+49 151 234 567 89"],
  ])("groups %s with hard spaces", (number, shown) => {
    expect(formatPhone(number)).toBe(shown.replaceAll(" ", "\u00a0"));
  });
});

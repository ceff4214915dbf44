import fc from "fast-check";
import { expect, test } from "vitest";
import { smsLength } from "./sms-length.ts";

test.each([
  ["", 1, true],
  ["a".repeat(160), 1, true],
  ["a".repeat(161), 2, true],
  ["a".repeat(306), 2, true],
  ["a".repeat(307), 3, true],
  ["€".repeat(80), 1, true],
  ["€".repeat(81), 2, true],
  // The escaped character does not fit into the last place of the first part.
  [`${"a".repeat(152)}€${"a".repeat(152)}`, 3, true],
  ["ł".repeat(70), 1, false],
  ["ł".repeat(71), 2, false],
  ["ł".repeat(134), 2, false],
  ["ł".repeat(135), 3, false],
  [`ł${"a".repeat(70)}`, 2, false],
  ["😀".repeat(35), 1, false],
  // 33 emoji take 66 of 67 places: none is divided.
  ["😀".repeat(67), 3, false],
])("C2.1 %j goes in %i parts", (text, parts, isPlain) => {
  expect(smsLength(text)).toEqual({ parts, isPlain });
});

test("C2.1 a longer text never goes in fewer parts, as long as its alphabet stays", () => {
  const characters = fc.string({ unit: fc.constantFrom("a", "€", "ł", "😀"), maxLength: 400 });
  fc.assert(
    fc.property(characters, (text) => {
      const { parts, isPlain } = smsLength(text);
      const room = isPlain ? 160 : 70;
      expect(parts === 1).toBe(
        [...text].reduce(
          (sum, one) => sum + (one === "a" || one === "ł" ? 1 : 2 - (one === "€" && !isPlain ? 1 : 0)),
          0,
        ) <= room,
      );
      expect(smsLength(`${text}a`).parts).toBeGreaterThanOrEqual(parts);
    }),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { createReference, parseReference } from "./reference.ts";

const anyReference = fc
  .uint8Array({ minLength: 8, maxLength: 8 })
  .map((bytes) => createReference(() => bytes));

test("a reference is two groups of four characters that are hard to confuse", () => {
  fc.assert(
    fc.property(anyReference, (reference) => {
      expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    }),
  );
});

test("a reference is recognised however it is typed", () => {
  fc.assert(
    fc.property(anyReference, (reference) => {
      const typed = ` ${reference.toLowerCase().replace("-", " ").replaceAll("0", "o").replaceAll("1", "l")}`;
      expect(parseReference(typed)).toBe(reference);
    }),
  );
});

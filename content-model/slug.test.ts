import { expect, test } from "vitest";
import { toSlug } from "./slug.ts";

test.each([
  ["Łączony trening & dieta!", "laczony-trening-dieta"],
  ["ŻÓŁTA jaźń, 2½ h", "zolta-jazn-21-2-h"],
  ["trening ".repeat(6), "trening-trening-trening-trening-trening"],
  ["…", ""],
])("an address is made of “%s”", (text, slug) => {
  expect(toSlug(text)).toBe(slug);
});

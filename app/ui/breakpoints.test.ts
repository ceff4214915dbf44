import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { unusedDefaults } from "./defaults.ts";

const breakpoints: readonly number[] = Object.values(unusedDefaults.breakpointsPx);
// Phones narrower than the smallest one in the design get smaller text in the same layout.
const narrowestPhonePx = 360;

/** Widths in the media queries of a style sheet, or in the `sizes` and `media` of a component, in pixels. */
function widthsIn(text: string): number[] {
  const queries = text.matchAll(/\((?:width\s*[<>]=?|(?:min|max)-width:)\s*([\d.]+)px\)/g);
  return [...queries].map(([, width]) => Math.round(Number(width) + 0.01));
}

test("B9.9 layouts change at 576, 768, 992 and 1200 px and nowhere else", () => {
  const others = globSync("app/**/*.{css,tsx}").flatMap((file) =>
    widthsIn(readFileSync(file, "utf8"))
      .filter((width) => ![...breakpoints, narrowestPhonePx].includes(width))
      .map((width) => `${file}: ${width}px`),
  );
  expect(others).toEqual([]);
});

test("B9.9 finds widths in every notation", () => {
  const text =
    "@media (width < 768px) @media (width>=992px) sizes='(min-width: 576px) 50vw' (max-width: 1199.98px)";
  expect(widthsIn(text)).toEqual([768, 992, 576, 1200]);
});

import { expect, it } from "vitest";
import { contrastRatio } from "./contrast.ts";

it.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#000000", 21],
  ["#777777", "#ffffff", 4.48],
  ["#ff0000", "#ffffff", 4],
  ["#ff4f1a", "#101113", 5.74],
])("gives %s on %s the ratio that WCAG gives", (one, other, ratio) => {
  expect(contrastRatio(one, other)).toBeCloseTo(ratio, 1);
});

import { expect, test } from "vitest";
import { contrastRatio } from "../../content-model/contrast.ts";
import { accentCss } from "./accent.ts";

const deepOf = (accent: string) => /--accent-deep:(#[0-9a-f]{6})/.exec(accentCss(accent))?.[1] ?? "";

test("the style sheet has the accent from the content", () => {
  expect(accentCss("#ff4f1a")).toContain("--accent:#ff4f1a;");
});

test.each(["#ff4f1a", "#ffee00", "#7fd1ae", "#ffffff", "#3366ff", "#00aa55"])(
  "the darker twin of %s can be read as text on white",
  (accent) => {
    expect(contrastRatio(deepOf(accent), "#ffffff")).toBeGreaterThanOrEqual(4.5);
  },
);

test("the darker shade keeps the accent's hue", () => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(deepOf("#ff4f1a").slice(at, at + 2), 16));
  expect(red).toBeGreaterThan(150);
  expect((green ?? 0) / (red ?? 1)).toBeCloseTo(0x4f / 0xff, 1);
  expect((blue ?? 0) / (red ?? 1)).toBeCloseTo(0x1a / 0xff, 1);
});

test("a dark accent is its own text shade", () => {
  expect(deepOf("#003366")).toBe("#003366");
});

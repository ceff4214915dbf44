import { expect, test } from "vitest";
import { checkContrast } from "./check-contrast.ts";

test.each(["#ff4f1a", "#1fb574", "#7fd1ae"])("%s can be read and seen", (accent) => {
  expect(checkContrast(accent, "site.yaml")).toEqual([]);
});

test("a dark accent cannot be read", () => {
  expect(checkContrast("#1a3a8f", "site.yaml")).toEqual([
    {
      level: "error",
      text: "napisy na kolorze #1a3a8f mają kontrast 1,8:1, a potrzeba 4,5:1",
      where: "site.yaml",
    },
  ]);
});

test("an accent that is nearly white is hard to see", () => {
  expect(checkContrast("#fffbe0", "site.yaml")).toMatchObject([{ level: "warning" }]);
});

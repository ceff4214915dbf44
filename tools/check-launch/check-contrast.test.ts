import { expect, test } from "vitest";
import { checkContrast } from "./check-contrast.ts";

test.each(["#ff4f1a", "#1fb574", "#7fd1ae"])("%s can be seen", (accent) => {
  expect(checkContrast(accent, "site.yaml")).toEqual([]);
});

test("an accent that is nearly white is hard to see", () => {
  expect(checkContrast("#fffbe0", "site.yaml")).toMatchObject([{ level: "warning" }]);
});

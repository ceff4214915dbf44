import { expect, test } from "vitest";
import { memoryWarning } from "./memory-warning.ts";

test("a build that may be killed for want of memory is announced", () => {
  expect(memoryWarning(768e6)).toMatch(
    /^Uwaga: wolnej pamięci jest 0,8 GB, .* około 1,2 GB\. .*Killed.*swap/s,
  );
});

test("with enough memory nothing is said", () => {
  expect(memoryWarning(1.2e9)).toBeUndefined();
});

import { expect, test } from "vitest";
import { memoryWarning } from "./memory-warning.ts";

test("warns if a build may be killed for lack of memory", () => {
  expect(memoryWarning(768e6)).toMatch(
    /^Uwaga: wolnej pamięci jest 0,8 GB, .* około 1,2 GB\. .*Killed.*swap/s,
  );
});

test("does not warn with enough memory", () => {
  expect(memoryWarning(1.2e9)).toBeUndefined();
});

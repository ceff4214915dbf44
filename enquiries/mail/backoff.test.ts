import fc from "fast-check";
import { expect, test } from "vitest";
import { dayMs, hourMs } from "../clock.ts";
import { retryDelayMs, serverPauseMs, shouldGiveUp } from "./queue.server.ts";

test("delays stay between 30 seconds and an hour", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, drawn) => {
        const delayMs = retryDelayMs(attempts, () => drawn);
        expect(delayMs).toBeGreaterThanOrEqual(30_000);
        expect(delayMs).toBeLessThanOrEqual(hourMs);
      },
    ),
  );
});

test("messages that failed together are retried at different times", () => {
  expect(retryDelayMs(5, () => 0)).toBeLessThan(retryDelayMs(5, () => 1) * 0.8);
});

test("the attempts take most of a day even at the shortest delays", () => {
  let waitedMs = 0;
  let attempts = 1;
  while (!shouldGiveUp({ attempts, ageMs: Number.POSITIVE_INFINITY }))
    waitedMs += retryDelayMs(attempts++, () => 0);
  expect(waitedMs).toBeGreaterThan(20 * hourMs);
});

test("neither age nor attempts alone make a message hopeless", () => {
  expect(shouldGiveUp({ attempts: 2, ageMs: 300 * dayMs })).toBe(false);
  expect(shouldGiveUp({ attempts: 1000, ageMs: hourMs })).toBe(false);
  expect(shouldGiveUp({ attempts: 1000, ageMs: 5 * dayMs })).toBe(true);
});

test("the pause for a failing server grows from half a minute to a quarter of an hour", () => {
  expect([1, 2, 3, 50].map(serverPauseMs)).toEqual([30_000, 60_000, 120_000, 900_000]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { dayMs, hourMs } from "../clock.ts";
import { isHopeless, retryDelayMs, serverPauseMs } from "./backoff.server.ts";

test("delays stay between 30 seconds and 6 hours, whatever is drawn", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, drawn) => {
        const delayMs = retryDelayMs(attempts, () => drawn);
        expect(delayMs).toBeGreaterThanOrEqual(30_000);
        expect(delayMs).toBeLessThanOrEqual(6 * hourMs);
      },
    ),
  );
});

test("two messages that failed together come back apart", () => {
  expect(retryDelayMs(5, () => 0)).toBeLessThan(retryDelayMs(5, () => 1) * 0.8);
});

test("even at the shortest delays the attempts alone take five days", () => {
  let waitedMs = 0;
  let attempts = 1;
  while (!isHopeless({ attempts, ageMs: Number.POSITIVE_INFINITY }))
    waitedMs += retryDelayMs(attempts++, () => 0);
  expect(waitedMs).toBeGreaterThan(5 * dayMs);
});

test("neither a clock set forward nor many restarts alone end a message", () => {
  expect(isHopeless({ attempts: 2, ageMs: 300 * dayMs })).toBe(false);
  expect(isHopeless({ attempts: 1000, ageMs: hourMs })).toBe(false);
  expect(isHopeless({ attempts: 1000, ageMs: 5 * dayMs })).toBe(true);
});

test("a server that takes nothing rests from half a minute to a quarter of an hour", () => {
  expect([1, 2, 3, 50].map(serverPauseMs)).toEqual([30_000, 60_000, 120_000, 900_000]);
});

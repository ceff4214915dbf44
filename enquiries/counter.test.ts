import { expect, test } from "vitest";
import { createCounter } from "./counter.server.ts";
import { createTestClock } from "./testing/fixtures.ts";

function setUp(maxKeys: number) {
  const clock = createTestClock();
  return { clock, count: createCounter({ points: 1, windowMs: 1_000, clock, maxKeys }) };
}

test("a key stays over its limit until its window ends, whatever happens to the time of day", () => {
  const { count, clock } = setUp(10);
  expect(count("a")).toBeUndefined();
  clock.advance(400);
  clock.set(1_000_000);
  expect(count("a")).toBe(600);
  clock.advance(600);
  expect(count("a")).toBeUndefined();
  expect(count("a")).toBe(1_000);
});

test("over the maximum number of keys the oldest windows are forgotten", () => {
  const { count } = setUp(100);
  for (let key = 0; key < 1_000; key += 1) count(String(key));
  const remembered = Array.from({ length: 1_000 }, (_, key) => 999 - key).filter(
    (key) => count(String(key)) !== undefined,
  );
  // The first forgotten key is stored again and displaces another, so later keys prove nothing.
  expect(remembered.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, key) => 999 - key));
  expect(remembered).toHaveLength(100);
});

test("ended windows are forgotten before open ones", () => {
  const { count, clock } = setUp(3);
  count("ended");
  clock.advance(900);
  count("lasts");
  clock.advance(100);
  for (const key of ["new", "newer"]) count(key);
  expect(count("lasts")).toBe(900);
});

import { chmodSync, chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { isClockSteady } from "./steady-clock.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A clock at noon of a day, whose calls are at the given distances from the first. */
function createClock() {
  const dataDir = temporaryFolder();
  const start = Date.UTC(2026, 0, 1, 12);
  return { dataDir, at: (distanceMs: number) => isClockSteady(dataDir, start + distanceMs) };
}

test("T24 a clock is steady after a day without a leap", async () => {
  const { at } = createClock();
  expect(await at(0)).toBe(false);
  expect(await at(dayMs - 1)).toBe(false);
  expect(await at(dayMs)).toBe(true);
  expect(await at(4 * dayMs)).toBe(true);
  expect(await at(4 * dayMs - 1000)).toBe(true);
});

test.each([
  ["years ahead", 700 * dayMs],
  ["years back", -700 * dayMs],
  ["by four days, as of a server that was off", 5 * dayMs],
  ["back by two hours", dayMs - 2 * hourMs],
])("a clock that leaps %s is steady a day later", async (_, leapTo) => {
  const { at } = createClock();
  await at(0);
  expect(await at(dayMs)).toBe(true);
  expect(await at(leapTo)).toBe(false);
  expect(await at(leapTo + dayMs - 1)).toBe(false);
  expect(await at(leapTo + dayMs)).toBe(true);
});

test("T24 a clock that was wrong for hours is steady a day after it is right again", async () => {
  const { at } = createClock();
  await at(0);
  expect(await at(dayMs)).toBe(true);
  expect(await at(366 * dayMs)).toBe(false);
  expect(await at(366 * dayMs + 5 * hourMs)).toBe(false);
  expect(await at(dayMs + 6 * hourMs)).toBe(false);
  expect(await at(2 * dayMs + 6 * hourMs)).toBe(true);
});

test("a damaged record counts as a leap", async () => {
  const { dataDir, at } = createClock();
  await at(0);
  writeFileSync(join(dataDir, "clock.json"), "{");
  expect(await at(dayMs)).toBe(false);
  expect(await at(2 * dayMs)).toBe(true);
});

test("T24 a record that another user has made is replaced, and counts as a leap", async () => {
  const { dataDir, at } = createClock();
  writeFileSync(join(dataDir, "clock.json"), "{}");
  chmodSync(join(dataDir, "clock.json"), 0o000);
  const nobody = 65_534;
  const isRoot = process.getuid?.() === 0;
  chmodSync(dataDir, 0o700);
  if (isRoot) chownSync(dataDir, nobody, nobody);
  if (isRoot) process.seteuid?.(nobody);
  try {
    expect(await at(0)).toBe(false);
    expect(await at(dayMs)).toBe(true);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});

import { expect, test } from "vitest";
import { dayMs } from "./clock.ts";
import { mayPurge } from "./retention.server.ts";

test.each([
  [undefined, false],
  [dayMs, true],
  [3 * dayMs, true],
  [4 * dayMs, false],
  [-dayMs, false],
])("a purge %s ms after the last one is trusted: %s", (sinceLastMs, trusted) => {
  expect(mayPurge(sinceLastMs)).toBe(trusted);
});

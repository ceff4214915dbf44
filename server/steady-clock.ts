import { constants } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dayMs, hourMs } from "../enquiries/clock.ts";

/** After a longer gap the clock may be wrong, rather than the server off. */
const longestGapMs = 3 * dayMs;
/** The network corrects the clock by less. */
const longestStepBackMs = hourMs;

/**
 * Whether the clock has gone on without a leap for a day. What deletes by age asks this first, because a wrong clock makes everything
 * look old, and to delete a day later does no harm. `now` in milliseconds since 1970; throws if the disk fails.
 */
export async function isClockSteady(dataDir: string, now: number): Promise<boolean> {
  const file = join(dataDir, "clock.json");
  // When the last call was, and since when they have followed each other. A missing or damaged record counts as a leap.
  const record: unknown = await readFile(file, "utf8")
    .then(JSON.parse)
    // One that root has made, by a program run there, would never be replaced.
    .catch(({ code }) => (code === "EACCES" ? rm(file) : undefined));
  const before = Object(record) as { last?: number; since?: number };
  const gapMs = now - Number(before.last);
  const hasLeapt = !(gapMs >= -longestStepBackMs && gapMs <= longestGapMs);
  const since = hasLeapt ? now : Number(before.since);
  await mkdir(dataDir, { recursive: true });
  // In place and never cut short: a full disk has no room for a second file, and what it frees somebody else takes.
  const flag = constants.O_WRONLY | constants.O_CREAT;
  await writeFile(file, JSON.stringify({ last: now, since }).padEnd(64), { mode: 0o600, flag });
  return now - since >= dayMs;
}

import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { dayMs, hourMs } from "../enquiries/clock.ts";
import { writeAtomically } from "./durable-files.ts";

const fileName = "clock.json";

/** After a longer gap the clock may be wrong, rather than the server off. */
const longestGapMs = 3 * dayMs;
/** The network corrects the clock by less. */
const longestStepBackMs = hourMs;
const probationMs = dayMs;

/** All calls are recorded: when the last one was, and since when they have followed each other without a leap. */
type Sighting = { last: number; since: number };

/**
 * Whether the clock has gone on without a leap for a day. What deletes by age asks this first, because a wrong clock makes everything
 * look old, and to delete a day later does no harm. `now` in milliseconds since 1970; throws if the disk fails.
 */
export async function isClockSteady(dataDir: string, now: number): Promise<boolean> {
  const file = join(dataDir, fileName);
  const before = await read(file);
  const gapMs = now - before.last;
  const hasLeapt = !(gapMs >= -longestStepBackMs && gapMs <= longestGapMs);
  const since = hasLeapt ? now : before.since;
  await mkdir(dataDir, { recursive: true });
  await writeAtomically(file, JSON.stringify({ last: now, since }), { mode: 0o600 });
  return now - since >= probationMs;
}

/** A missing or damaged record counts as a leap. */
async function read(file: string): Promise<Sighting> {
  try {
    const { last, since } = JSON.parse(await readFile(file, "utf8"));
    return { last: Number(last), since: Number(since) };
  } catch {
    return { last: Number.NaN, since: Number.NaN };
  }
}

// Reads somebody's calendar in a child process: the address and what it answers are a stranger's.

import type { BusyRequest } from "../appointments/busy/busy-calendars.server.ts";
import { busyIntervals } from "../appointments/busy/read-calendar.ts";
import { answerParent } from "../publishing/fork-program.ts";
import { createPublicFetch } from "../server/public-fetch.ts";

const maxBodyBytes = 5 * 1024 * 1024;

// What has no zone, or one that nobody knows, is meant here.
process.env.TZ = "Europe/Warsaw";
// The library's warnings quote the calendar.
console.warn = () => {};
const fetchPublic = createPublicFetch({ maxBodyBytes });

answerParent(async ({ url, ...range }: BusyRequest) => {
  try {
    const answer = await fetchPublic(url, { signal: AbortSignal.timeout(8_000) });
    if (answer.status !== 200) process.exit(1);
    return busyIntervals(await answer.text(), range);
  } catch {
    // The address is secret, and errors quote it.
    process.exit(1);
  }
});

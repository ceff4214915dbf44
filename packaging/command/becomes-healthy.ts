import { setTimeout } from "node:timers/promises";
import { fetchHealth, localUrl } from "../../tools/publish/report-release.ts";

const passesNeeded = 3;

/** Waits up to `seconds` until a server has served the home page and could store enquiries in three consecutive checks. */
export async function becomesHealthy(
  server: { host: string; port: number },
  seconds: number,
): Promise<boolean> {
  let passes = 0;
  for (let left = seconds; left > 0 && passes < passesNeeded; left -= 1) {
    const health = await fetchHealth(server);
    // A server on an address other than loopback does not report it.
    const storesEnquiries = health !== undefined && health.storageWritable !== false;
    const home = storesEnquiries ? await fetch(localUrl(server)).catch(() => undefined) : undefined;
    passes = home?.ok ? passes + 1 : 0;
    await setTimeout(1000);
  }
  return passes === passesNeeded;
}

import { setTimeout } from "node:timers/promises";
import type { EnquiryHealth } from "../../enquiries/health.server.ts";
import type { Config } from "../../server/config.ts";

type Address = Pick<Config, "host" | "port">;

/** The response of `/api/health`. Only local requests get the details. */
type Health = { status: "ok" | "problem" } & Partial<Pick<EnquiryHealth, "problems" | "storageWritable">>;

/** Fetches the health report of the server on this machine; undefined if none responds. */
export async function fetchHealth(server: Address): Promise<Health | undefined> {
  const answer = await get(server, "/api/health");
  return answer?.json().catch(() => undefined);
}

const passesNeeded = 3;

/** Waits up to `seconds` until a server has served the home page and could store enquiries in three consecutive checks. */
export async function becomesHealthy(server: Address, seconds: number): Promise<boolean> {
  const end = performance.now() + 1000 * seconds;
  let passes = 0;
  while (passes < passesNeeded && performance.now() < end) {
    const health = await fetchHealth(server);
    const storesEnquiries = health !== undefined && health.storageWritable !== false;
    const home = storesEnquiries ? await get(server, "/") : undefined;
    passes = home?.ok ? passes + 1 : 0;
    await setTimeout(1000);
  }
  return passes === passesNeeded;
}

function get({ host, port }: Address, path: string): Promise<Response | undefined> {
  const reachable = ["0.0.0.0", "::"].includes(host) ? "localhost" : host;
  const origin = `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
  return fetch(origin + path, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
}

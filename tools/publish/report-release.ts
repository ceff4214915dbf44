import { setTimeout as sleep } from "node:timers/promises";
import type { EnquiryHealth } from "../../enquiries/health.server.ts";
import { momentOf } from "../../publishing/release-store.ts";
import { readSite } from "../../server/build-facts.ts";
import type { Config } from "../../server/config.ts";
import { findServedDir } from "../../server/releases.ts";

const outcomes = {
  this: "Od teraz widać ją na stronie.",
  another:
    "Działający program jej jeszcze nie pokazuje: uruchom go ponownie (npm start, a na serwerze systemctl restart trainer-site).",
  off: "Program teraz nie działa. Pokaże ją po uruchomieniu (npm start, a na serwerze systemctl start trainer-site).",
};

/** Prints whether visitors see the new current release. */
export async function reportVisibleRelease(config: Config): Promise<void> {
  const version = readSite(findServedDir(config))?.version ?? "";
  console.log(outcomes[await whatServerShows(config, version)]);
}

/** The time in a release's name, in Polish time: `21.11.2026, 09:05:00`. */
export function timeOf(release: string): string {
  return momentOf(release).toLocaleString("pl-PL", { timeZone: "Europe/Warsaw" });
}

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Whether the running server shows this version within a few seconds; `off` if none responds. */
export async function whatServerShows(
  server: Address,
  version: string,
  { attempts = 12, pauseMs = 250 } = {},
): Promise<"this" | "another" | "off"> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const health = await askHealth(server);
    if (health?.version === version) return "this";
    if (health === undefined && attempt > 0) return "off";
    await sleep(pauseMs);
  }
  return "another";
}

/** What `/api/health` says; the world reads no details. */
type Health = { readonly version: string; readonly status: "ok" | "problem" } & Partial<
  Pick<EnquiryHealth, "problems" | "storageWritable">
>;

/** The health report of the server on this machine; undefined if none answers. */
export async function askHealth(server: Address): Promise<Health | undefined> {
  try {
    const answer = await fetch(`${addressOf(server)}/api/health`, { signal: AbortSignal.timeout(10_000) });
    return (await answer.json()) as Health;
  } catch {
    return undefined;
  }
}

/** Where a server that listens on `host` answers on this machine. */
export function addressOf({ host, port }: Address): string {
  const reachable = ["0.0.0.0", "::"].includes(host) ? "localhost" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

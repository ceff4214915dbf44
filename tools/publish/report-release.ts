import { setTimeout as sleep } from "node:timers/promises";
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

/** Whether the running server shows this version within a few seconds; `off` if none responds. */
export async function whatServerShows(
  { host, port }: { host: string; port: number },
  version: string,
  { attempts = 12, pauseMs = 250 } = {},
): Promise<"this" | "another" | "off"> {
  let shown: string | undefined;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    shown = await shownVersion(host, port);
    if (shown === version) return "this";
    if (shown === undefined && attempt > 0) return "off";
    await sleep(pauseMs);
  }
  return "another";
}

async function shownVersion(host: string, port: number): Promise<string | undefined> {
  const reachable = ["0.0.0.0", "::"].includes(host) ? "localhost" : host;
  const name = reachable.includes(":") ? `[${reachable}]` : reachable;
  try {
    const answer = await fetch(`http://${name}:${port}/api/health`, { signal: AbortSignal.timeout(2000) });
    const { version } = (await answer.json()) as { version?: string };
    return version;
  } catch {
    return undefined;
  }
}

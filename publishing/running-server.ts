import { setTimeout as sleep } from "node:timers/promises";

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

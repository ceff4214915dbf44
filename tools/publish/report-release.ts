import type { EnquiryHealth } from "../../enquiries/health.server.ts";
import { momentOf } from "../../publishing/release-store.ts";

/** Formats the time in a release's name in the Polish time zone: `21.11.2026, 09:05:00`. */
export function releaseTime(release: string): string {
  return momentOf(release).toLocaleString("pl-PL", { timeZone: "Europe/Warsaw" });
}

interface Address {
  readonly host: string;
  readonly port: number;
}

/** The response of `/api/health`. Only local requests get the details. */
type Health = { readonly version: string; readonly status: "ok" | "problem" } & Partial<
  Pick<EnquiryHealth, "problems" | "storageWritable">
>;

/** Fetches the health report of the server on this machine; undefined if none responds. */
export async function fetchHealth(server: Address): Promise<Health | undefined> {
  try {
    const answer = await fetch(`${localUrl(server)}/api/health`, { signal: AbortSignal.timeout(10_000) });
    return (await answer.json()) as Health;
  } catch {
    return undefined;
  }
}

/** The local URL of a server that listens on `host`. */
export function localUrl({ host, port }: Address): string {
  const reachable = ["0.0.0.0", "::"].includes(host) ? "localhost" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

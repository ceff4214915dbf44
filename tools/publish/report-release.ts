import type { EnquiryHealth } from "../../enquiries/health.server.ts";
import { momentOf } from "../../publishing/release-store.ts";

/** The time in a release's name, in Polish time: `21.11.2026, 09:05:00`. */
export function timeOf(release: string): string {
  return momentOf(release).toLocaleString("pl-PL", { timeZone: "Europe/Warsaw" });
}

interface Address {
  readonly host: string;
  readonly port: number;
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

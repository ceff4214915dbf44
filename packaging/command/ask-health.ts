import { setTimeout } from "node:timers/promises";
import type { EnquiryProblem } from "../../enquiries/service.server.ts";

export interface Health {
  readonly status: "ok" | "problem";
  readonly problems: readonly EnquiryProblem[];
  readonly storageWritable: boolean;
  readonly mailConfigured: boolean;
  readonly freeDiskBytes: number;
}

/** What the running server says of itself to its own machine; undefined where none answers. */
export async function askHealth({ port }: { port: number }): Promise<Health | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`, {
      signal: AbortSignal.timeout(10_000),
    });
    return (await answer.json()) as Health;
  } catch {
    return undefined;
  }
}

const healthyLooks = 3;

/** Whether a server shows the home page and can store an enquiry for some seconds, at the latest after `seconds`. */
export async function becomesHealthy(server: { port: number }, seconds: number): Promise<boolean> {
  let looks = 0;
  for (let left = seconds; left > 0 && looks < healthyLooks; left -= 1) {
    const health = await askHealth(server);
    looks = health?.storageWritable && (await showsHomePage(server)) ? looks + 1 : 0;
    await setTimeout(1000);
  }
  return looks === healthyLooks;
}

async function showsHomePage({ port }: { port: number }): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
  return answer?.ok === true;
}

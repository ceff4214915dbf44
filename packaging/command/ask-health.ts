import { setTimeout } from "node:timers/promises";
import type { EnquiryProblem } from "../../enquiries/service.server.ts";

export interface Health {
  readonly status: "ok" | "problem";
  readonly problems: readonly EnquiryProblem[];
  readonly storageWritable: boolean;
  readonly mailConfigured: boolean;
  readonly freeDiskBytes: number;
}

/** The health report of the server on this machine; undefined if none answers. */
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

const passesNeeded = 3;

/** Waits up to `seconds` until a server has served the home page and could store enquiries in three consecutive checks. */
export async function becomesHealthy(server: { port: number }, seconds: number): Promise<boolean> {
  let passes = 0;
  for (let left = seconds; left > 0 && passes < passesNeeded; left -= 1) {
    const health = await askHealth(server);
    passes = health?.storageWritable && (await showsHomePage(server)) ? passes + 1 : 0;
    await setTimeout(1000);
  }
  return passes === passesNeeded;
}

async function showsHomePage({ port }: { port: number }): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
  return answer?.ok === true;
}

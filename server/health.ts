import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { EnquiryHealth, EnquiryProblem } from "../enquiries/service.server.ts";
import type { Handler } from "./http-env.ts";

/** What `GET /api/health` says; any problem makes it a 503. Nothing in it is personal. */
export type Health = {
  status: "ok" | "problem";
  version: string;
  problems: (EnquiryProblem | "disk-nearly-full")[];
  storageWritable: boolean;
  outbox: { waiting: number; oldestAgeSeconds: number | null; dead: number };
  mailConfigured: boolean;
  lastCanary: EnquiryHealth["lastCanary"];
  freeDiskBytes: number;
};

const minFreeDiskBytes = 100 * 1024 * 1024;
const keptForMs = 5000;

type HealthDeps = {
  version: string;
  enquiryHealth: () => Promise<EnquiryHealth>;
  freeDiskBytes: () => Promise<number>;
  /** Milliseconds; need not be the time of day. */
  now: () => number;
};

/** Looks at everything at most every 5 s: anybody may ask, and the look writes to the disk. */
export function createHealthCheck({
  version,
  enquiryHealth,
  freeDiskBytes,
  now,
}: HealthDeps): () => Promise<Health> {
  let latest: { at: number; health: Promise<Health> } | undefined;

  async function look(): Promise<Health> {
    const [enquiries, freeBytes] = await Promise.all([enquiryHealth(), freeDiskBytes()]);
    const { oldestWaitingMs } = enquiries;
    const problems: Health["problems"] = [...enquiries.problems];
    if (freeBytes < minFreeDiskBytes) problems.push("disk-nearly-full");
    return {
      status: problems.length === 0 ? "ok" : "problem",
      version,
      problems,
      storageWritable: enquiries.storageWritable,
      outbox: {
        waiting: enquiries.waitingMessages,
        oldestAgeSeconds: oldestWaitingMs === null ? null : Math.round(oldestWaitingMs / 1000),
        dead: enquiries.deadMessages,
      },
      mailConfigured: enquiries.mailConfigured,
      lastCanary: enquiries.lastCanary,
      freeDiskBytes: freeBytes,
    };
  }

  return () => {
    if (latest === undefined || now() - latest.at >= keptForMs) latest = { at: now(), health: look() };
    return latest.health;
  };
}

/** Bytes that an unprivileged process may still write on the file system of `folder`, which need not exist with PostgreSQL. */
export async function readFreeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existsSync(folder) ? folder : ".");
  return bavail * bsize;
}

export function getHealth(checkHealth: () => Promise<Health>): Handler {
  return async (c) => {
    const health = await checkHealth();
    return c.json(health, health.status === "ok" ? 200 : 503, { "Cache-Control": "no-store" });
  };
}

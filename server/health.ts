import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { EnquiryHealth, EnquiryProblem } from "../enquiries/service.server.ts";
import type { Handler, HttpContext } from "./http-env.ts";

/** What `GET /api/health` says to the owner; any problem makes it a 503. Nothing in it is personal. */
type Health = {
  status: "ok" | "problem";
  version: string;
  problems: EnquiryProblem[];
  storageWritable: boolean;
  outbox: { waiting: number; oldestAgeSeconds: number | null; dead: number };
  mailConfigured: boolean;
  lastCanary: EnquiryHealth["lastCanary"];
  freeDiskBytes: number;
};

/** How old an answer may be. Other people must not be able to make the machine write more than once a minute. */
const maxAgeMs = { owner: 5000, others: 60_000 };

type HealthDeps = {
  version: string;
  enquiryHealth: () => Promise<EnquiryHealth>;
  /** Milliseconds; need not be the time of day. */
  now: () => number;
};

/** Looks at everything when the last look is older than `maxAgeMs`: a look writes to the disk. */
export type CheckHealth = (maxAgeMs: number) => Promise<Health>;

export function createHealthCheck({ version, enquiryHealth, now }: HealthDeps): CheckHealth {
  let latest: { at: number; health: Promise<Health> } | undefined;

  async function look(): Promise<Health> {
    const enquiries = await enquiryHealth();
    const { problems, oldestWaitingMs } = enquiries;
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
      freeDiskBytes: enquiries.freeDiskBytes,
    };
  }

  return (maxAgeMs) => {
    if (latest === undefined || now() - latest.at >= maxAgeMs) latest = { at: now(), health: look() };
    return latest.health;
  };
}

/** Bytes that an unprivileged process may still write on the file system of `folder`, which need not exist with PostgreSQL. */
export async function readFreeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existsSync(folder) ? folder : ".");
  return bavail * bsize;
}

type GetHealthDeps = { checkHealth: CheckHealth; maySeeAll: (c: HttpContext) => boolean };

/** `GET /api/health`: everything for the owner, for others no more than that the site works and which version it is. */
export function getHealth({ checkHealth, maySeeAll }: GetHealthDeps): Handler {
  return async (c) => {
    const isOwner = maySeeAll(c);
    const health = await checkHealth(isOwner ? maxAgeMs.owner : maxAgeMs.others);
    const { status, version } = health;
    return c.json(isOwner ? health : { status, version }, status === "ok" ? 200 : 503, {
      "Cache-Control": "no-store",
    });
  };
}

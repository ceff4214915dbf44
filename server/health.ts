import { createHash, timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { EnquiryHealth } from "../enquiries/service.server.ts";
import { isLoopback } from "./client-address.ts";
import type { Handler, HttpContext } from "./http-env.ts";

/** The owner's view of `GET /api/health`; any problem makes it a 503. It holds no personal data. */
type Health = EnquiryHealth & { status: "ok" | "problem"; version: string };

/** The maximum age of an answer. Others must not be able to trigger a disk write more than once a minute. */
const maxAgeMs = { owner: 5000, others: 60_000 };

type HealthDeps = {
  version: string;
  enquiryHealth: () => Promise<EnquiryHealth>;
  /** Milliseconds; need not be the time of day. */
  now: () => number;
};

/** Checks again if the last result is older than `maxAgeMs`, because a check writes to the disk. */
export type CheckHealth = (maxAgeMs: number) => Promise<Health>;

export function createHealthCheck({ version, enquiryHealth, now }: HealthDeps): CheckHealth {
  let latest: { at: number; health: Promise<Health> } | undefined;

  async function examine(): Promise<Health> {
    const health = await enquiryHealth();
    return { status: health.problems.length === 0 ? "ok" : "problem", version, ...health };
  }

  return (maxAgeMs) => {
    if (latest === undefined || now() - latest.at >= maxAgeMs) latest = { at: now(), health: examine() };
    return latest.health;
  };
}

/** Bytes available to an unprivileged process on the file system of `folder`. With PostgreSQL the folder may not exist. */
export async function readFreeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existsSync(folder) ? folder : ".");
  return bavail * bsize;
}

/** `GET /api/health`: everything for the owner, only status and version for others (B11.3). */
export function getHealth(checkHealth: CheckHealth, healthToken: string | undefined): Handler {
  return async (c) => {
    const isOwner = isOwnersRequest(c, healthToken);
    const health = await checkHealth(isOwner ? maxAgeMs.owner : maxAgeMs.others);
    const { status, version } = health;
    return c.json(isOwner ? health : { status, version }, status === "ok" ? 200 : 503, {
      "Cache-Control": "no-store",
    });
  };
}

/** The request comes from this machine without a proxy, or has the owner's token. */
function isOwnersRequest(c: HttpContext, healthToken: string | undefined): boolean {
  const isForwarded = forwardingHeaders.some((name) => c.req.header(name) !== undefined);
  if (!isForwarded && isLoopback(c.env.incoming.socket.remoteAddress ?? "")) return true;
  const token = /^Bearer (.+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
  return healthToken !== undefined && token !== undefined && timingSafeEqual(hash(token), hash(healthToken));
}

/** Headers that proxies add. */
const forwardingHeaders = ["X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via"];

/** Gives both sides the same length, as `timingSafeEqual` requires. */
function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

import { existsSync, globSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import type { EnquiryHealth } from "../enquiries/health.server.ts";
import { readJson } from "../enquiries/storage/private-file.server.ts";
import type { Handler, HttpContext } from "./http-env.ts";

/** The maximum age of an answer, because a check writes to the disk. Others must not be able to trigger more than one a minute. */
const maxAgeMs = { owner: 5000, others: 60_000 };

type HealthDeps = { version: string; enquiryHealth: () => Promise<EnquiryHealth>; now: () => number };

/** `GET /api/health`: everything for the owner, only status and version for others; any problem makes it a 503 (B11.3). No personal data. */
export function getHealth({ version, enquiryHealth, now }: HealthDeps): Handler {
  let latest: { at: number; health: Promise<EnquiryHealth> } | undefined;

  return async (c) => {
    const isOwner = isOwnersRequest(c);
    // The clock may have been put back.
    if (latest === undefined || Math.abs(now() - latest.at) >= maxAgeMs[isOwner ? "owner" : "others"])
      latest = { at: now(), health: enquiryHealth() };
    const health = await latest.health;
    const isWell = health.problems.length === 0;
    const answer = { status: isWell ? "ok" : "problem", version, ...(isOwner && health) };
    return c.json(answer, isWell ? 200 : 503, { "Cache-Control": "no-store" });
  };
}

/** Left free for enquiries, which matter more than a photograph or a backup. */
export const reservedBytes = 200 * 1024 * 1024;

/** A file system with room for fewer files counts as full: a publication makes hundreds. */
const minFreeFiles = 1000;

/** Bytes available to an unprivileged process on the file system of `folder`. With PostgreSQL the folder may not exist. */
export async function readFreeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize, files, ffree } = await statfs(existsSync(folder) ? folder : ".");
  // Where nothing limits their number, `files` is 0.
  return files > 0 && ffree < minFreeFiles ? 0 : bavail * bsize;
}

/** The names of the records in `folder` that are damaged, or were made by root, who ran a program there. */
export async function unreadableRecords(folder: string): Promise<string[]> {
  const names = globSync("*.json", { cwd: folder });
  const read = await Promise.allSettled(names.map(async (name) => readJson(join(folder, name), undefined)));
  return names.filter((_name, at) => read[at]?.status === "rejected");
}

/** The request comes from this machine, from 127.0.0.1 even to 127.0.1.1, and not through a proxy on it. */
function isOwnersRequest(c: HttpContext): boolean {
  const addedByProxies = ["X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via"];
  const isForwarded = addedByProxies.some((name) => c.req.header(name) !== undefined);
  const { remoteAddress, localAddress } = c.env.incoming.socket;
  return !isForwarded && (remoteAddress === localAddress || /^127\./.test(remoteAddress ?? ""));
}

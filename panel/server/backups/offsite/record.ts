import { join } from "node:path";
import { dayMs } from "../../../../enquiries/clock.ts";
import { readJson, writePrivateJson } from "../../../../enquiries/storage/private-file.server.ts";

/** The record of backups that left the server, and of the last rehearsal. All times are ISO. */
export interface OffsiteRecord {
  /** The owner's public key, and when the owner last proved to have the private key. */
  readonly key?: { recipient: string; provenAt: string };
  /** The last backup for this key that was read back in full. */
  readonly last?: { name: string; bytes: number; at: string; warning?: string } | undefined;
  /** The last attempt, if it failed, and the first of those that failed since the last backup; older programs noted no `since`. */
  readonly failure?: { at: string; since?: string; problem: string } | undefined;
  /** When the owner was last warned that backups no longer leave the server. */
  readonly warnedAt?: string | undefined;
  /** The last rehearsal of a restore. `enquiries`: how many the backup holds, if it succeeded and has a database. */
  readonly rehearsal?: { at: string; enquiries?: number | undefined; problem?: string };
}

const fileIn = (dataDir: string) => join(dataDir, "offsite-backups.json");

export const readOffsiteRecord = (dataDir: string) => readJson<OffsiteRecord>(fileIn(dataDir), {});

export const writeOffsiteRecord = (dataDir: string, record: OffsiteRecord) =>
  writePrivateJson(fileIn(dataDir), record);

/** Whether a backup for this key has left the server, and whether the owner should prove (again) to have it; `now` in milliseconds. */
export function offsiteFacts(dataDir: string, now: number) {
  const { key, last } = readOffsiteRecord(dataDir);
  return { wasSent: last !== undefined, isProofDue: !key || now - Date.parse(key.provenAt) >= 182 * dayMs };
}

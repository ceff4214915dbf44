import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { appendPart, type FilePart, receivedBytes } from "../../../publishing/incoming-file.ts";
import { limitConcurrency } from "../../../server/concurrency-limit.ts";
import { keptFreeBytes } from "./write-full-backup.ts";

export interface IncomingBackupDeps {
  /** Holds the parts until the upload is complete. */
  readonly folder: string;
  readonly freeDiskBytes: () => Promise<number>;
}

/** A full backup that is being uploaded. There is one at a time: a new one replaces it. */
export function createIncomingBackup({ folder, freeDiskBytes }: IncomingBackupDeps) {
  const inTurn = limitConcurrency({ atOnce: 1 });
  const fileOf = (key: string) => join(folder, key);
  const received = (key: string) => receivedBytes(fileOf(key));

  async function append(key: string, part: FilePart): Promise<number | "no-room"> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await received(key)) === 0) {
      await removeOthers(key);
      // Three times the size: the file, the unpacked content, and its publication.
      if ((await freeDiskBytes()) < 3 * part.size + keptFreeBytes) return "no-room";
    }
    return appendPart(fileOf(key), part);
  }

  async function removeOthers(key: string): Promise<void> {
    for (const name of await readdir(folder)) if (name !== key) await rm(join(folder, name));
  }

  return {
    fileOf,
    received,
    append: (key: string, part: FilePart) => inTurn(() => append(key, part)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

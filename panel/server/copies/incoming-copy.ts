import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { appendPart, type FilePart, receivedBytes } from "../../../publishing/incoming-file.ts";
import { oneAtATime } from "../../../publishing/one-at-a-time.ts";
import { keptFreeBytes } from "./copy-of-everything.ts";

export interface IncomingCopyDeps {
  /** Where it lies until all of it is there. */
  readonly folder: string;
  readonly freeDiskBytes: () => Promise<number>;
}

/** A copy on its way in. There is one at a time: a new one takes its place. */
export function createIncomingCopy({ folder, freeDiskBytes }: IncomingCopyDeps) {
  const inTurn = oneAtATime();
  const fileOf = (key: string) => join(folder, key);
  const received = (key: string) => receivedBytes(fileOf(key));

  async function append(key: string, part: FilePart): Promise<number | "no-room"> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await received(key)) === 0) {
      await removeOthers(key);
      // The file, the content unpacked from it, and what is published of that.
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

import { appendFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

export interface IncomingCopyDeps {
  /** Where it lies until all of it is there. */
  readonly folder: string;
  readonly freeDiskBytes: () => Promise<number>;
}

export type Part = { readonly from: number; readonly size: number; readonly bytes: Uint8Array };

const keptFreeBytes = 200 * 1024 * 1024;

/** A copy on its way in, in parts, so that a lost connection costs one of them. There is one at a time: a new one takes its place. */
export function createIncomingCopy({ folder, freeDiskBytes }: IncomingCopyDeps) {
  const fileOf = (key: string) => join(folder, key);

  async function received(key: string): Promise<number> {
    return (await stat(fileOf(key)).catch(() => undefined))?.size ?? 0;
  }

  return {
    fileOf,
    received,
    /** Gives how much of it is here: the next part goes on from there. A part that comes twice changes nothing. */
    async append(key: string, { from, size, bytes }: Part): Promise<number | "no-room"> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const before = await received(key);
      if (before === 0) await removeOthers(key);
      // Beside the file, what is in it will be there once more, and published.
      if (before === 0 && (await freeDiskBytes()) < 3 * size + keptFreeBytes) return "no-room";
      if (from === before && before + bytes.length <= size)
        await appendFile(fileOf(key), bytes, { mode: 0o600, flush: true });
      return received(key);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };

  async function removeOthers(key: string): Promise<void> {
    for (const name of await readdir(folder)) if (name !== key) await rm(join(folder, name));
  }
}

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Returns a folder that is made once. */
export async function cachedFolder(folder: string, make: (target: string) => Promise<void>): Promise<string> {
  if (!existsSync(folder)) await makeWhole(folder, make);
  return folder;
}

/**
 * Makes a folder that appears whole, in one step and on the disk for good: killed or failed attempts leave nothing that could be taken
 * for it, and a power cut no empty files. False where another program has made it in the meantime.
 */
export async function makeWhole(folder: string, make: (target: string) => Promise<void>): Promise<boolean> {
  await mkdir(dirname(folder), { recursive: true });
  const partial = await mkdtemp(`${folder}.partial-`);
  try {
    await make(partial);
    for (const name of await readdir(partial, { recursive: true })) await flush(join(partial, name));
    await flush(partial);
    const isMade = await rename(partial, folder).then(() => true, unlessThere);
    await flush(dirname(folder));
    return isMade;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** Writes a file in the same way. */
export async function writeWhole(file: string, bytes: string | Uint8Array, mode?: number): Promise<void> {
  const partial = `${file}.partial-${randomUUID()}`;
  try {
    await writeFile(partial, bytes, { mode, flush: true });
    await rename(partial, file);
    await flush(dirname(file));
  } finally {
    await rm(partial, { force: true });
  }
}

export async function flush(path: string): Promise<void> {
  // Windows cannot flush folders.
  await using handle = await open(path).catch(() => undefined);
  await handle?.sync().catch(() => {});
}

export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

/** Another program has made the same in the meantime. */
export function unlessThere(error: NodeJS.ErrnoException): false {
  if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  return false;
}

import { existsSync } from "node:fs";
import { mkdir, mkdtemp, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Returns a folder that is made once; killed or failed attempts leave nothing behind that could be taken for it. */
export async function cachedFolder(folder: string, make: (target: string) => Promise<void>): Promise<string> {
  if (existsSync(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const partial = await mkdtemp(`${folder}.partial-`);
  try {
    await make(partial);
    await flushFolder(partial);
    await rename(partial, folder).catch(unlessThere);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return folder;
}

/** Writes the files of a folder to the disk for good: a power cut must not leave empty ones under good names. */
async function flushFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await flush(join(folder, name));
  await flush(folder);
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
export function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
}

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { flush as flushStrictly } from "../enquiries/storage/private-file.server.ts";

export {
  catchMissing,
  ignoreMissing,
  isDiskFull,
  readJson,
} from "../enquiries/storage/private-file.server.ts";

/** Creates a folder unless it exists; returns its path. */
export async function cachedFolder(folder: string, make: (target: string) => Promise<void>): Promise<string> {
  if (!existsSync(folder)) await createFolderAtomically(folder, make);
  return folder;
}

/**
 * Creates a folder atomically and durably: it appears complete in one step, failed attempts leave nothing under its name, and a power
 * cut leaves no empty files. False if another process created it first.
 */
export async function createFolderAtomically(folder: string, make: (target: string) => Promise<void>) {
  await mkdir(dirname(folder), { recursive: true });
  const partial = await mkdtemp(`${folder}.partial-`);
  try {
    await make(partial);
    for (const name of await readdir(partial, { recursive: true })) await flush(join(partial, name));
    await flush(partial);
    const isMade = await rename(partial, folder).then(() => true, ignoreExisting);
    await flush(dirname(folder));
    return isMade;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

interface WriteOptions {
  readonly mode?: number;
  /** The group of a file that belongs to root. */
  readonly group?: number | undefined;
  /** Asked just before the file gets its new content; if not, it stays as it is. */
  readonly isStillWanted?: () => Promise<boolean>;
}

/** Writes a file atomically and durably; returns whether it was still wanted. */
export async function writeAtomically(
  file: string,
  bytes: string | Uint8Array,
  { mode, group, isStillWanted }: WriteOptions = {},
): Promise<boolean> {
  const partial = `${file}.partial-${randomUUID()}`;
  try {
    await writeFile(partial, bytes, { mode, flush: true });
    if (group !== undefined) await chown(partial, 0, group);
    if (mode !== undefined) await chmod(partial, mode);
    if (isStillWanted && !(await isStillWanted())) return false;
    await rename(partial, file);
    await flush(dirname(file));
    return true;
  } finally {
    await rm(partial, { force: true });
  }
}

/** Windows cannot flush folders. */
export const flush = (path: string) => flushStrictly(path).catch(() => {});

/** For errors that mean another process created the same folder first. */
function ignoreExisting(error: NodeJS.ErrnoException): false {
  if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  return false;
}

/** One chunk of an upload: a lost connection costs only one chunk. */
export interface FilePart {
  /** Its offset in the file. */
  readonly from: number;
  /** The size of the whole file. */
  readonly size: number;
  readonly bytes: Uint8Array;
}

export const receivedBytes = async (path: string) => (await stat(path).catch(() => undefined))?.size ?? 0;

/** Returns how many bytes have arrived, which is the next chunk's offset. A repeated chunk changes nothing. */
export async function appendPart(path: string, { from, size, bytes }: FilePart): Promise<number> {
  const before = await receivedBytes(path);
  if (from !== before || before + bytes.length > size) return before;
  await appendFile(path, bytes, { mode: 0o600, flush: true });
  return before + bytes.length;
}

/** Removes leftovers of killed programs; anything changed after `before` may still be in use. */
export async function removeOld(folder: string, left: RegExp, before: number): Promise<void> {
  for (const name of (await readdir(folder).catch(() => [])).filter((name) => left.test(name))) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats && stats.mtimeMs < before) await rm(path, { recursive: true, force: true });
  }
}

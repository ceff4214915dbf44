import { readFileSync } from "node:fs";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Files with personal data are readable by their owner only, from the first byte on. */
const privateMode = 0o600;

/** Creates a file that only its owner can read, in place of what an interrupted attempt left. */
export async function createPrivateFile(path: string, content = ""): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, content, { flag: "wx", mode: privateMode });
}

/** Replaces a file atomically: after a crash it has either the old or the new content. */
export async function writePrivateFile(file: string, content: string): Promise<void> {
  await mkdir(dirname(resolve(file)), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.unfinished`;
  await createPrivateFile(unfinished, content);
  await putInPlace(unfinished, file).finally(() => rm(unfinished, { force: true }));
}

/** The value of a JSON file, or `missing` if there is no file; throws if the file is damaged. */
export function readJson<T>(file: string, missing: T): T {
  return catchMissing(() => JSON.parse(readFileSync(file, "utf8")), missing);
}

/** Returns what `work` returns, or `otherwise` if the file does not exist. */
export function catchMissing<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (error) {
    ignoreMissing(error);
    return otherwise;
  }
}

/** For promises: undefined if the file does not exist. */
export function ignoreMissing(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
}

/** Whether the system or SQLite lacks room: for data, or for the memory that SQLite's processes share. */
export function isDiskFull(error: unknown): boolean {
  const { code = "", errcode = 0 } = error as NodeJS.ErrnoException & { errcode?: number };
  return ["ENOSPC", "EDQUOT"].includes(code) || [13, 4874].includes(errcode);
}

/** Whether SQLite found a damaged page or no database at all; extended codes have the plain one in their last byte. */
export const isDamage = ({ errcode = 0 }: { errcode?: number }) => [11, 26].includes(errcode % 256);

export const writePrivateJson = (file: string, value: unknown) =>
  writePrivateFile(file, `${JSON.stringify(value, null, 2)}\n`);

/** Gives a finished file its name once its content is on the disk. */
export async function putInPlace(unfinished: string, file: string): Promise<void> {
  await flush(unfinished);
  await rename(unfinished, file);
  await flush(dirname(resolve(file)));
}

export async function flush(path: string): Promise<void> {
  await using handle = await open(path, "r");
  await handle.sync();
}

import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Removes leftovers of killed programs; anything changed after `before` may still be in use. */
export async function removeOld(folder: string, left: RegExp, before: number): Promise<void> {
  for (const name of (await readdir(folder).catch(() => [])).filter((name) => left.test(name))) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats && stats.mtimeMs < before) await rm(path, { recursive: true, force: true });
  }
}

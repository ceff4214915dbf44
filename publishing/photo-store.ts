import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { writeAtomically } from "./durable-files.ts";
import { linkFile } from "./release-files.ts";

/** The photographs of all publications, stored once under a hash of their content, so none is ever overwritten. */
export const photoStoreOf = (releasesDir: string) => join(releasesDir, "photos");

/** Adds a photograph to the store and hard-links it to `target`, its name within a publication. */
export async function keepPhoto(source: string, target: string, storeDir: string): Promise<void> {
  const bytes = await readFile(source);
  const hash = createHash("sha256").update(bytes).digest("hex");
  const stored = join(storeDir, `${hash}${extname(target).toLowerCase()}`);
  if (!existsSync(stored)) {
    await mkdir(storeDir, { recursive: true });
    await writeAtomically(stored, bytes);
  }
  await linkFile(stored, target);
}

/** Removes photographs that no publication links to. Call it only while holding the lock. */
export async function sweepPhotos(storeDir: string): Promise<void> {
  for (const name of await readdir(storeDir).catch(() => [])) {
    const file = join(storeDir, name);
    // On a file system without hard links this removes them all, which is fine: every publication has its own copy.
    if ((await stat(file)).nlink === 1) await rm(file);
  }
}

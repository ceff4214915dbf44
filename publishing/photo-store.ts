import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { writeWhole } from "./durable-files.ts";
import { linkFile } from "./release-files.ts";

/** The photographs of all publications, each once and named by its content, so that none is ever overwritten. */
export const photoStoreOf = (releasesDir: string) => join(releasesDir, "photos");

/** Keeps a photograph in the store and puts it, as a hard link, where a publication keeps it under its name. */
export async function keepPhoto(source: string, target: string, storeDir: string): Promise<void> {
  const bytes = await readFile(source);
  const hash = createHash("sha256").update(bytes).digest("hex");
  const stored = join(storeDir, `${hash}${extname(target).toLowerCase()}`);
  if (!existsSync(stored)) {
    await mkdir(storeDir, { recursive: true });
    await writeWhole(stored, bytes);
  }
  await linkFile(stored, target);
}

/** Removes what no publication keeps any more, and what killed ones left. To be called by the holder of the lock. */
export async function sweepPhotos(storeDir: string): Promise<void> {
  for (const name of await readdir(storeDir).catch(() => [])) {
    const file = join(storeDir, name);
    // Where the file system knows no hard links this is all of them: every publication has a copy of its own.
    if ((await stat(file)).nlink === 1) await rm(file);
  }
}

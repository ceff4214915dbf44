import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Config, sampleDir } from "../server/config.ts";
import { flush } from "./cached-folder.ts";
import { filesIn } from "./kept-content.ts";
import { finishPuttingBack } from "./put-back.ts";

export type ContentPlaces = Pick<Config, "contentDir" | "ownContentDir">;

/**
 * The folder of the draft: the owner's own content, or the sample until that exists. A program that keeps running asks each time,
 * because `ownContent` may have run since it read its settings, and a restore may have been killed that has to be finished first.
 */
export function draftDir({ contentDir, ownContentDir }: ContentPlaces): string {
  finishPuttingBack(ownContentDir);
  return existsSync(ownContentDir) ? ownContentDir : contentDir;
}

/**
 * Copies the sample to `ownContentDir` unless the owner has content there; call it before the first change. It may be called again
 * and by several programs at once: the folder appears whole, in one step, and is never overwritten.
 */
export async function ownContent({
  ownContentDir,
}: Pick<Config, "ownContentDir">): Promise<"made" | "there"> {
  finishPuttingBack(ownContentDir);
  if (await isFilled(ownContentDir)) return "there";
  await mkdir(dirname(ownContentDir), { recursive: true });
  const partial = await mkdtemp(partialOf(ownContentDir));
  try {
    await copySample(partial);
    // An empty folder in its place; Windows does not replace it by renaming.
    await rmdir(ownContentDir).catch(() => {});
    await rename(partial, ownContentDir);
  } catch (error) {
    await remove(partial);
    // Another caller was faster, and removed what this one had begun.
    if (await isFilled(ownContentDir)) return "there";
    throw error;
  }
  await removeLeftovers(ownContentDir);
  await flush(dirname(ownContentDir));
  return "made";
}

async function copySample(target: string): Promise<void> {
  await mkdir(join(target, "photos"));
  const photos = (await readdir(join(sampleDir, "photos"))).map((name) => join("photos", name));
  for (const name of [...(await filesIn(sampleDir)), ...photos]) {
    await copyFile(join(sampleDir, name), join(target, name));
    await flush(join(target, name));
  }
  for (const folder of [join(target, "photos"), target]) await flush(folder);
}

async function removeLeftovers(contentDir: string): Promise<void> {
  const start = basename(partialOf(contentDir));
  for (const name of await readdir(dirname(contentDir))) {
    if (name.startsWith(start)) await remove(join(dirname(contentDir), name));
  }
}

const partialOf = (folder: string) => `${folder}.partial-`;

async function isFilled(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(() => [])).length > 0;
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

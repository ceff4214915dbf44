import { existsSync } from "node:fs";
import { cp, readdir, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Config, sampleDir } from "../server/config.ts";
import { makeWhole } from "./durable-files.ts";
import { filesIn } from "./kept-content.ts";
import { finishPuttingBack } from "./put-back.ts";
import { removeOld } from "./remove-old.ts";

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
export async function ownContent(
  { ownContentDir }: Pick<Config, "ownContentDir">,
  now = Date.now(),
): Promise<"made" | "there"> {
  finishPuttingBack(ownContentDir);
  if (await isFilled(ownContentDir)) return "there";
  const leftover = new RegExp(`^${basename(ownContentDir).replaceAll(/\W/g, "\\$&")}\\.partial-`);
  await removeOld(dirname(ownContentDir), leftover, now - hourMs);
  // An empty folder in its place; Windows does not replace it by renaming.
  await rmdir(ownContentDir).catch(() => {});
  return (await makeWhole(ownContentDir, copySample)) ? "made" : "there";
}

const hourMs = 3_600_000;

async function copySample(target: string): Promise<void> {
  for (const name of [...(await filesIn(sampleDir)), "photos"]) {
    await cp(join(sampleDir, name), join(target, name), { recursive: true });
  }
}

async function isFilled(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(() => [])).length > 0;
}

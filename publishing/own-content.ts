import { existsSync } from "node:fs";
import { cp, readdir, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Config, sampleDir } from "../server/config.ts";
import { createFolderAtomically, removeOld } from "../server/durable-files.ts";
import { filesIn } from "./kept-content.ts";
import { finishRestore } from "./restore-content.ts";

export type ContentPlaces = Pick<Config, "contentDir" | "ownContentDir">;

/**
 * The folder of the draft: the owner's content, or the sample until that exists. Long-running programs must call this each time,
 * because the owner's content may appear at any moment and an interrupted restore has to be finished first.
 */
export function draftDir({ contentDir, ownContentDir }: ContentPlaces): string {
  finishRestore(ownContentDir);
  return existsSync(ownContentDir) ? ownContentDir : contentDir;
}

/**
 * Copies the sample to `ownContentDir` unless the owner has content there; call it before the first change. Safe to repeat and to
 * run concurrently: the folder appears in one step and is never overwritten.
 */
export async function ensureOwnContent(
  { ownContentDir }: Pick<Config, "ownContentDir">,
  now = Date.now(),
): Promise<"made" | "there"> {
  finishRestore(ownContentDir);
  if (await isFilled(ownContentDir)) return "there";
  const leftover = new RegExp(`^${basename(ownContentDir).replaceAll(/\W/g, "\\$&")}\\.partial-`);
  await removeOld(dirname(ownContentDir), leftover, now - hourMs);
  // Removes an empty folder in its place, which Windows would not replace by renaming.
  await rmdir(ownContentDir).catch(() => {});
  return (await createFolderAtomically(ownContentDir, copySample)) ? "made" : "there";
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

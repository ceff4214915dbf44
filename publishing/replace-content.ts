import { existsSync, readdirSync, renameSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { limitConcurrency } from "../server/concurrency-limit.ts";
import { catchMissing, createFolderAtomically, ignoreMissing } from "../server/durable-files.ts";
import { keptFilesIn } from "./compare-content.ts";
import { linkFile } from "./release-files.ts";

/** Where new content is prepared. The folder gets this name only once it is complete. */
const nextContentDir = (contentDir: string) => `${contentDir}.restored`;

/** Where replaced content is kept. */
export const replacedContentDir = (contentDir: string, at: Date) =>
  `${contentDir}.before-${at.toISOString().replaceAll(/[:.]/g, "-")}`;

/** Changes of the draft and replacements take turns in a process, so that no change is lost in the replaced folder (P4.1). */
export const inTurn = limitConcurrency({ atOnce: 1 });

/**
 * Replaces the owner's content by other content, all of it or nothing; other files in the folder stay. The old folder is kept for a
 * month. Returns whether it was still wanted just before the exchange.
 */
export const replaceContent = (
  kept: string,
  contentDir: string,
  { now = new Date(), isStillWanted = async () => true } = {},
): Promise<boolean> =>
  inTurn(async () => {
    await prepareReplacement(kept, contentDir);
    if (!(await isStillWanted())) {
      await rm(nextContentDir(contentDir), { recursive: true });
      return false;
    }
    // Another process has taken or removed it.
    if (!existsSync(nextContentDir(contentDir))) return false;
    const replaced = replacedContentDir(contentDir, now);
    catchMissing(() => renameSync(contentDir, replaced), undefined);
    finishReplacement(contentDir);
    // Photographs and notes may have been stored while all this was prepared.
    await linkNewer(join(replaced, "photos"), join(contentDir, "photos"));
    return true;
  });

export async function prepareReplacement(kept: string, contentDir: string): Promise<void> {
  finishReplacement(contentDir);
  const next = nextContentDir(contentDir);
  await rm(next, { recursive: true, force: true });
  await createFolderAtomically(next, async (target) => {
    await linkNewer(contentDir, target);
    await mkdir(join(target, "photos"), { recursive: true });
    for (const name of await keptFilesIn(kept)) {
      const [bytes, path] = [await readFile(join(kept, name)), join(target, name)];
      if ((await readFile(path).catch(ignoreMissing))?.equals(bytes)) continue;
      await rm(path, { force: true });
      await writeFile(path, bytes);
    }
  });
}

/** Links what `to` lacks or has older. Texts are copied, because editors may write them in place. */
async function linkNewer(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  await chmod(to, (await stat(from)).mode);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await mkdir(target, { recursive: true }).then(() => linkNewer(source, target));
    else if ((await changedAt(source)) > (await changedAt(target)))
      await (entry.name.endsWith(".yaml") ? copyFile : linkFile)(source, target);
  }
}

const changedAt = async (file: string) => (await stat(file).catch(ignoreMissing))?.mtimeMs ?? -1;

/** Completes a replacement that was killed between its two renames and left no content. Call it before reading the content. */
export function finishReplacement(contentDir: string): void {
  if (!existsSync(contentDir))
    catchMissing(() => renameSync(nextContentDir(contentDir), contentDir), undefined);
}

export function replacedContents(contentDir: string): string[] {
  const prefix = `${basename(contentDir)}.before-`;
  const names = catchMissing(() => readdirSync(dirname(contentDir)), []);
  return names.filter((name) => name.startsWith(prefix)).map((name) => join(dirname(contentDir), name));
}

const keptForMs = 30 * 86_400_000;

/** Removes content that was replaced over a month ago. */
export async function removeOldContents(contentDir: string, now: number): Promise<void> {
  for (const folder of replacedContents(contentDir)) {
    const replacedAt = Date.parse(folder.slice(`${contentDir}.before-`.length).slice(0, 10));
    if (now - replacedAt >= keptForMs) await rm(folder, { recursive: true, force: true });
  }
}

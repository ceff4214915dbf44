import { constants } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Content } from "../content-model/content.ts";
import { loadContent } from "../content-model/load.ts";
import { linkFile } from "./release-files.ts";
import { photoFiles } from "./site/payloads.ts";

/** Files of a content folder beside its photographs. */
const ownFile = /\.(?:yaml|svg|png)$/;

/**
 * Copies a content folder with the photographs that it names, so that what is published is what is kept. Photographs that
 * the content published before has, too, are hard links to its copies; whoever overwrites a file by hand changes no copy. Gives
 * what was copied.
 */
export async function copyContent(from: string, to: string, before?: string): Promise<Content> {
  // First, so that what has to be mended is named by its place in the owner's folder.
  loadContent(from);
  await mkdir(join(to, "photos"), { recursive: true });
  for (const name of await filesIn(from)) await copyFile(join(from, name), join(to, name));
  const content = loadContent(to, { checkPhotos: false });
  for (const name of photoFiles(content)) {
    const source = join(from, "photos", name);
    const target = join(to, "photos", name);
    const known = before && join(before, "photos", name);
    const facts = await stat(source).catch(() => undefined);
    // The check of the content tells what is missing.
    if (facts === undefined) continue;
    if (known && (await isSame(known, facts))) await linkFile(known, target);
    else {
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      await utimes(target, facts.atime, facts.mtime);
    }
  }
  return content;
}

async function isSame(known: string, { size, mtime }: { size: number; mtime: Date }): Promise<boolean> {
  const facts = await stat(known).catch(() => undefined);
  return facts?.size === size && facts.mtime.getTime() === mtime.getTime();
}

/** Writes kept content into the owner's folder, each file in one step; what else lies there stays. */
export async function putBack(kept: string, contentDir: string): Promise<void> {
  await mkdir(join(contentDir, "photos"), { recursive: true });
  const photos = (await readdir(join(kept, "photos"))).map((name) => join("photos", name));
  for (const name of [...photos, ...(await filesIn(kept))]) {
    const partial = join(contentDir, `${name}.partial`);
    await copyFile(join(kept, name), partial);
    await rename(partial, join(contentDir, name));
  }
}

/** Whether two content folders say the same; photographs are compared by their names in the texts, and by size and time. */
export async function isSameContent(one: string, other: string): Promise<boolean> {
  const [files, others] = await Promise.all([filesIn(one), filesIn(other)]);
  if (files.join() !== others.join()) return false;
  for (const name of files) {
    const [text, otherText] = await Promise.all([readFile(join(one, name)), readFile(join(other, name))]);
    if (!text.equals(otherText)) return false;
  }
  return true;
}

/** The texts and logos of a content folder, by name. */
export async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => ownFile.test(name)).sort();
}

export async function writeEntry(folder: string, entry: object): Promise<void> {
  await writeFile(join(folder, "entry.json"), JSON.stringify(entry, null, 2));
}

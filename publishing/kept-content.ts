import { createHash } from "node:crypto";
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join, parse } from "node:path";
import { checkContent } from "../content-model/check-content.ts";
import type { LoadedFolder } from "../content-model/load.ts";
import { listPhotos } from "../content-model/photo-files.ts";
import { ContentError } from "../content-model/problems.ts";
import { readContentFolder, requireFolder } from "../content-model/read-content.ts";
import { keepPhoto } from "./photo-store.ts";
import { photoFiles } from "./site/payloads.ts";

/** Files of a content folder beside its photographs. */
const ownFile = /\.(?:yaml|svg|png)$/;

/**
 * Copies a content folder with the photographs that it names and checks the copy, so that what was checked is what is published and
 * kept, whatever happens to the folder meanwhile. Throws a ContentError.
 */
export async function copyContent(from: string, to: string, storeDir: string): Promise<LoadedFolder> {
  requireFolder(from);
  await mkdir(join(to, "photos"), { recursive: true });
  for (const name of await filesIn(from)) await copyFile(join(from, name), join(to, name));
  const { files, media } = readContentFolder(to);
  const checked = checkContent({ files, media: { ...media, photos: listPhotos(from) } });
  if (!checked.ok) {
    // The owner mends the original.
    const problems = checked.problems.map((one) => ({ ...one, file: join(from, basename(one.file)) }));
    throw new ContentError(problems);
  }
  const { content } = checked;
  for (const name of photoFiles(content)) {
    // One that was removed in this moment is told of by the build.
    await keepPhoto(join(from, "photos", name), join(to, "photos", name), storeDir).catch(unlessMissing);
  }
  return { folder: to, files, content };
}

/**
 * Puts kept content into the owner's folder: all of it is copied beside first, so that a full disk changes nothing, then each file
 * takes its place in one step. Another photograph that has the name of a kept one gets a new name.
 */
export async function putBack(kept: string, contentDir: string): Promise<void> {
  const partial = `${contentDir}.restored`;
  try {
    await rm(partial, { recursive: true, force: true });
    await cp(kept, partial, { recursive: true });
    await mkdir(join(contentDir, "photos"), { recursive: true });
    // Photographs first: no text may name one that is not there yet.
    for (const name of await readdir(join(kept, "photos"))) {
      const path = join(contentDir, "photos", name);
      const there = await bytesOf(path);
      if (there?.equals(await readFile(join(kept, "photos", name)))) continue;
      if (there) await rename(path, join(contentDir, "photos", namedByContent(name, there)));
      await rename(join(partial, "photos", name), path);
    }
    for (const name of await filesIn(kept)) await rename(join(partial, name), join(contentDir, name));
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

function namedByContent(file: string, bytes: Buffer): string {
  const { name, ext } = parse(file);
  return `${name}-${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}${ext}`;
}

/** Whether a content folder says and shows the same as kept content. */
export async function isSameContent(contentDir: string, kept: string): Promise<boolean> {
  const [files, keptFiles] = await Promise.all([filesIn(contentDir), filesIn(kept)]);
  if (files.join() !== keptFiles.join()) return false;
  const photos = (await readdir(join(kept, "photos"))).map((name) => join("photos", name));
  for (const name of [...files, ...photos]) {
    const bytes = await bytesOf(join(contentDir, name));
    if (!bytes?.equals(await readFile(join(kept, name)))) return false;
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

function bytesOf(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(unlessMissing);
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

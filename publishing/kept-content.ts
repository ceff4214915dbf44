import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { checkContent, type LoadedFolder } from "../content-model/load.ts";
import { ContentError } from "../content-model/problems.ts";
import { listPhotos, readContentFolder, requireFolder } from "../content-model/read-content.ts";
import { unlessMissing } from "./durable-files.ts";
import { keepPhoto } from "./photo-store.ts";
import { photoFiles } from "./site/payloads.ts";

/** The files of a content folder besides its photographs. */
const ownFile = /\.(?:yaml|svg|png)$/;

/**
 * Copies a content folder with the photographs that it names and checks the copy: exactly what was checked is published and kept,
 * even if the folder changes meanwhile. Throws a ContentError.
 */
export async function copyContent(from: string, to: string, storeDir: string): Promise<LoadedFolder> {
  requireFolder(from);
  await mkdir(join(to, "photos"), { recursive: true });
  for (const name of await filesIn(from)) await copyFile(join(from, name), join(to, name));
  const { files, media } = readContentFolder(to);
  const checked = checkContent({ files, media: { ...media, photos: listPhotos(from) } });
  if (!checked.ok) {
    // The owner has to fix the original.
    const problems = checked.problems.map((one) => ({ ...one, file: join(from, basename(one.file)) }));
    throw new ContentError(problems);
  }
  const { content } = checked;
  for (const name of photoFiles(content)) {
    // If one has just been removed, the build reports it.
    await keepPhoto(join(from, "photos", name), join(to, "photos", name), storeDir).catch(unlessMissing);
  }
  return { folder: to, files, content };
}

/** Whether a content folder has the same texts and pictures as kept content. */
export async function isSameContent(contentDir: string, kept: string): Promise<boolean> {
  const photos = (await readdir(join(kept, "photos"))).map((name) => join("photos", name));
  // No text refers to any other file, and the eight text files are the same everywhere.
  for (const name of [...(await filesIn(kept)), ...photos]) {
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

export function bytesOf(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(unlessMissing);
}

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { photoFiles } from "../app/payloads.ts";
import { type ContentName, contentNames } from "../content-model/content.ts";
import { type ContentChange, findChanges, formatChange } from "../content-model/describe-changes.ts";
import { checkContent, type LoadedFolder } from "../content-model/load.ts";
import { isSame } from "../content-model/path.ts";
import { ContentError } from "../content-model/problems.ts";
import {
  listPhotos,
  parseContentFile,
  readContentFolder,
  requireFolder,
} from "../content-model/read-content.ts";
import { ignoreMissing, writeAtomically } from "../server/durable-files.ts";
import { catchMissing } from "../server/releases.ts";
import { linkFile } from "./release-files.ts";

/** Texts and logos: a content folder's files besides its photographs. */
const textOrLogo = /\.(?:yaml|svg|png)$/;

/**
 * Copies a content folder, with only the photographs and the logo that its texts name. Checks the copy, not the original, which may
 * change meanwhile: exactly what was checked is published and kept. Throws a ContentError.
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
  for (const name of Object.keys(media.logos)) if (name !== content.site.logo) await rm(join(to, name));
  for (const name of photoFiles(content)) {
    // If one has just been removed, the build reports it.
    await keepPhoto(join(from, "photos", name), join(to, "photos", name), storeDir).catch(ignoreMissing);
  }
  return { folder: to, files, content };
}

/** Whether a content folder has the same texts and pictures as kept content. */
export async function isSameContent(contentDir: string, kept: string): Promise<boolean> {
  const photos = (await readdir(join(kept, "photos"))).map((name) => join("photos", name));
  // Files that only `contentDir` has do not count: no text refers to them.
  for (const name of [...(await filesIn(kept)), ...photos]) {
    const bytes = await bytesOf(join(contentDir, name));
    if (!bytes?.equals(await readFile(join(kept, name)))) return false;
  }
  return true;
}

/** The texts and logos of a content folder, by name. */
export async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => textOrLogo.test(name)).sort();
}

export function bytesOf(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(ignoreMissing);
}

export function changesBetween(before: string, after: string): ContentChange[] {
  const all = findChanges(changedValues(before, after), changedValues(after, before));
  // A mark of a sample that went off by itself is part of the change that did it.
  return all.filter((one) => one.path.at(-1) !== "sample" || !all.some((other) => isBeside(one, other)));
}

const isBeside = (mark: ContentChange, other: ContentChange) =>
  other !== mark &&
  other.name === mark.name &&
  isSame(other.path.slice(0, mark.path.length - 1), mark.path.slice(0, -1));

/** The changes between two content folders in Polish, one line each. */
export function linesBetween(before: string, after: string): string[] {
  return changesBetween(before, after).map(formatChange);
}

/** The values of a folder's files whose text differs from that in `other`; equal files need no parsing. */
function changedValues(folder: string, other: string): Partial<Record<ContentName, unknown>> {
  const entries = contentNames.flatMap((name) => {
    const source = textIn(folder, name);
    if (source === undefined || source === textIn(other, name)) return [];
    return [[name, parseContentFile(source, { name, file: folder }).value]];
  });
  return Object.fromEntries(entries);
}

function textIn(folder: string, name: ContentName): string | undefined {
  return catchMissing(() => readFileSync(join(folder, `${name}.yaml`), "utf8"), undefined);
}

/** The photographs of all publications, stored once under a hash of their content, so none is ever overwritten. */
export const photoStoreOf = (releasesDir: string) => join(releasesDir, "photos");

/** Adds a photograph to the store and hard-links it to `target`, its name within a publication. */
async function keepPhoto(source: string, target: string, storeDir: string): Promise<void> {
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

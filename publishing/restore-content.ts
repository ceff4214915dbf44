import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import { flush } from "../server/durable-files.ts";
import { ifExists } from "../server/releases.ts";
import { bytesOf, filesIn } from "./kept-content.ts";
import { linkFile } from "./release-files.ts";

/** The staging folder of a restore. It has this name only once it is complete; each file then moves by one rename. */
const stagingOf = (contentDir: string) => `${contentDir}.restored`;

/** Modification times in milliseconds of the texts to replace; null for missing ones. */
const replaced = "replaced.json";

/**
 * Restores kept content to the owner's folder. Everything is copied to a staging folder first, so a full disk changes nothing; after
 * that, any reader of the content finishes an interrupted restore, so versions never mix. A different photograph with the same name is
 * renamed, not overwritten.
 */
export async function restoreContent(kept: string, contentDir: string): Promise<void> {
  await prepareRestore(kept, contentDir);
  finishRestore(contentDir);
}

export async function prepareRestore(kept: string, contentDir: string): Promise<void> {
  finishRestore(contentDir);
  const partial = `${stagingOf(contentDir)}.partial`;
  const photosDir = join(contentDir, "photos");
  try {
    await rm(partial, { recursive: true, force: true });
    await mkdir(join(partial, "photos"), { recursive: true });
    await mkdir(photosDir, { recursive: true });
    const texts = await filesIn(kept);
    const photos = await photosUnlike(photosDir, join(kept, "photos"));
    const names = [...texts, ...photos.map((name) => join("photos", name))];
    for (const name of names) await copyFile(join(kept, name), join(partial, name));
    const times = texts.map((name) => [name, writtenAt(join(contentDir, name))]);
    await writeFile(join(partial, replaced), JSON.stringify(Object.fromEntries(times)));
    for (const name of [...names, replaced, "photos", ""]) await flush(join(partial, name));
    for (const name of photos) await keepBeside(join(photosDir, name));
    await rename(partial, stagingOf(contentDir));
    await flush(dirname(contentDir));
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** Finishes an interrupted restore, before anything reads the content. Texts that were edited meanwhile stay. */
export function finishRestore(contentDir: string): void {
  const staging = stagingOf(contentDir);
  const times = ifExists(() => readFileSync(join(staging, replaced), "utf8"), undefined);
  if (times === undefined) return;
  // Photographs first, so no text refers to a missing one.
  for (const name of ifExists(() => readdirSync(join(staging, "photos")), []))
    move(join(staging, "photos", name), join(contentDir, "photos", name));
  for (const [name, time] of Object.entries(JSON.parse(times)))
    if (writtenAt(join(contentDir, name)) === time) move(join(staging, name), join(contentDir, name));
  rmSync(staging, { recursive: true, force: true });
}

/** Another process may have just moved it. */
function move(from: string, to: string): void {
  ifExists(() => renameSync(from, to), undefined);
}

function writtenAt(path: string): number | null {
  return ifExists(() => statSync(path).mtimeMs, null);
}

/** The kept photographs that are missing from a folder or differ there. */
async function photosUnlike(photosDir: string, keptPhotosDir: string): Promise<string[]> {
  const unlike: string[] = [];
  for (const name of await readdir(keptPhotosDir)) {
    const there = await bytesOf(join(photosDir, name));
    if (!there?.equals(await readFile(join(keptPhotosDir, name)))) unlike.push(name);
  }
  return unlike;
}

/** Links a photograph that is about to be replaced to a second name with its hash. */
async function keepBeside(path: string): Promise<void> {
  const bytes = await bytesOf(path);
  if (!bytes) return;
  const { dir, name, ext } = parse(path);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  await linkFile(path, join(dir, `${name}-${hash}${ext}`));
}

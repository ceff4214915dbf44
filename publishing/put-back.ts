import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import { ifExists } from "../server/releases.ts";
import { flush } from "./durable-files.ts";
import { bytesOf, filesIn } from "./kept-content.ts";
import { linkFile } from "./release-files.ts";

/** What is on its way into a content folder. It has this name only once it is whole, and each of its files goes by one rename. */
const waitingOf = (contentDir: string) => `${contentDir}.restored`;

/** When each of the texts that are to be replaced was written, in milliseconds; null for one that is not there. */
const replaced = "replaced.json";

/**
 * Puts kept content into the owner's folder. Everything is copied beside it first, so a full disk changes nothing; from then on whoever
 * reads the content finishes what is left, so a killed program leaves no mixture. Another photograph that has the name of a kept one
 * gets a new name.
 */
export async function putBack(kept: string, contentDir: string): Promise<void> {
  await prepareToPutBack(kept, contentDir);
  finishPuttingBack(contentDir);
}

export async function prepareToPutBack(kept: string, contentDir: string): Promise<void> {
  finishPuttingBack(contentDir);
  const partial = `${waitingOf(contentDir)}.partial`;
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
    await rename(partial, waitingOf(contentDir));
    await flush(dirname(contentDir));
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** Content that is to take the place of all that is there. It has this name only once it is whole. */
const successorOf = (contentDir: string) => `${contentDir}.successor`;

/** Puts a whole folder in the place of the owner's content, which is kept beside it; returns where. A killed program's work is finished later. */
export function replaceContent(folder: string, contentDir: string): string | undefined {
  finishPuttingBack(contentDir);
  if (!existsSync(contentDir)) {
    renameSync(folder, contentDir);
    return undefined;
  }
  renameSync(folder, successorOf(contentDir));
  return finishReplacing(contentDir);
}

function finishReplacing(contentDir: string): string | undefined {
  const successor = successorOf(contentDir);
  const madeAt = ifExists(() => statSync(successor).mtime.toISOString(), undefined);
  if (madeAt === undefined) return undefined;
  const keptAs = `${contentDir}.before-${madeAt.slice(0, 19).replaceAll(":", "-")}`;
  // When the former content is kept already, another program has put the new one in its place.
  if (!existsSync(keptAs)) move(contentDir, keptAs);
  move(successor, contentDir);
  return keptAs;
}

/** What `draftDir`, `ownContent` and a publication do first. What somebody has written into the content meanwhile stays. */
export function finishPuttingBack(contentDir: string): void {
  finishReplacing(contentDir);
  const waiting = waitingOf(contentDir);
  const times = ifExists(() => readFileSync(join(waiting, replaced), "utf8"), undefined);
  if (times === undefined) return;
  // Photographs first: no text may name one that is not there yet.
  for (const name of ifExists(() => readdirSync(join(waiting, "photos")), []))
    move(join(waiting, "photos", name), join(contentDir, "photos", name));
  for (const [name, time] of Object.entries(JSON.parse(times)))
    if (writtenAt(join(contentDir, name)) === time) move(join(waiting, name), join(contentDir, name));
  rmSync(waiting, { recursive: true, force: true });
}

/** Another program may have moved it in this moment. */
function move(from: string, to: string): void {
  ifExists(() => renameSync(from, to), undefined);
}

function writtenAt(path: string): number | null {
  return ifExists(() => statSync(path).mtimeMs, null);
}

/** The photographs that are not in a folder, or another one under their name. */
async function photosUnlike(photosDir: string, keptPhotosDir: string): Promise<string[]> {
  const unlike: string[] = [];
  for (const name of await readdir(keptPhotosDir)) {
    const there = await bytesOf(join(photosDir, name));
    if (!there?.equals(await readFile(join(keptPhotosDir, name)))) unlike.push(name);
  }
  return unlike;
}

/** Gives a photograph that is about to be replaced a second name, made of its content. */
async function keepBeside(path: string): Promise<void> {
  const bytes = await bytesOf(path);
  if (!bytes) return;
  const { dir, name, ext } = parse(path);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  await linkFile(path, join(dir, `${name}-${hash}${ext}`));
}

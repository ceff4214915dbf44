import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ContentName, contentNames, type Values } from "../content-model/content.ts";
import { type ContentChange, findChanges, trailTo } from "../content-model/describe-changes.ts";
import { namedPhotos } from "../content-model/named-photos.ts";
import { isSame } from "../content-model/path.ts";
import { listPhotos, parseContentFile, readContentFolder, valuesOf } from "../content-model/read-content.ts";
import { catchMissing, ignoreMissing } from "../server/durable-files.ts";

/** Whether a content folder says the same as kept content, however it is written, and has its pictures, perhaps among others. */
export async function isSameContent(contentDir: string, kept: string): Promise<boolean> {
  if (changesBetween(kept, contentDir).length > 0) return false;
  for (const name of (await keptFilesIn(kept)).filter((one) => !one.endsWith(".yaml"))) {
    const bytes = await readFile(join(contentDir, name)).catch(ignoreMissing);
    if (!bytes?.equals(await readFile(join(kept, name)))) return false;
  }
  return true;
}

/** The texts, logos and photographs of kept content. */
export async function keptFilesIn(kept: string): Promise<string[]> {
  const photos = await readdir(join(kept, "photos"), { withFileTypes: true });
  const files = photos.filter((entry) => !entry.isDirectory()).map(({ name }) => join("photos", name));
  return [...(await filesIn(kept)), ...files];
}

/** The texts and logos of a content folder, by name. Hidden files are those of editors and file managers. */
export async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^[^.].*\.(?:yaml|svg|png)$/.test(name)).sort();
}

export function changesBetween(before: string, after: string): ContentChange[] {
  const inTexts = findChanges(changedValues(before, after), changedValues(after, before));
  const all = [...inTexts, ...findReplaced(before, after)];
  // Leaves out a sample mark that another change has turned off.
  return all.filter((one) => one.path.at(-1) !== "sample" || !all.some((other) => isBeside(one, other)));
}

/** Photographs replaced by hand under their names. Compares sizes, because reading them all would take long. */
function findReplaced(before: string, after: string): ContentChange[] {
  const sizeIn = (folder: string, file: string) =>
    statSync(join(folder, "photos", file), { throwIfNoEntry: false })?.size ?? 0;
  const replaced = listPhotos(before).filter((file) => {
    const size = sizeIn(after, file);
    return size > 0 && size !== sizeIn(before, file);
  });
  const values: Values = replaced.length > 0 ? valuesOf(readContentFolder(after)) : {};
  return namedPhotos(values).flatMap(({ name, path, file }) => {
    const place = { name, path, trail: trailTo(name, path, values[name]), field: undefined };
    return replaced.includes(file) ? { ...place, kind: "changed", before: file, after: file } : [];
  });
}

const isBeside = (mark: ContentChange, other: ContentChange) =>
  other !== mark &&
  other.name === mark.name &&
  isSame(other.path.slice(0, mark.path.length - 1), mark.path.slice(0, -1));

/** The values of a folder's files whose text differs from that in `other`; equal files need no parsing. */
function changedValues(folder: string, other: string): Values {
  const entries = contentNames.flatMap((name) => {
    const source = textIn(folder, name);
    if (source === undefined || source === textIn(other, name)) return [];
    return [[name, parseContentFile(source, name, folder).value]];
  });
  return Object.fromEntries(entries);
}

/** A name for the texts of a content folder as they are now. */
export const nameOfTexts = (folder: string) =>
  hash("sha256", JSON.stringify(contentNames.map((name) => textIn(folder, name) ?? null)));

/** The text of a content file; undefined if it is missing. */
export function textIn(folder: string, name: ContentName): string | undefined {
  return catchMissing(() => readFileSync(join(folder, `${name}.yaml`), "utf8"), undefined);
}

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type ContentName, contentNames } from "./content.ts";
import { photosWithin } from "./media-checks.ts";
import type { Path } from "./path.ts";
import { type RawContent, readContentFolder } from "./read-content.ts";

/** A place in the content that the owner has not made his own yet. */
export interface Sample {
  file: string;
  line: number;
  /** What is left there: an entry marked `sample: true`, words that only a sample would say, or a photo of an honour that nobody won. */
  left: { kind: "marked" } | { kind: "words"; words: string } | { kind: "honour"; photo: string };
}

/** Numbers of zeros only, addresses reserved for examples (RFC 2606), names that stand for a name. */
const sampleWords =
  /^\+?(?:48)?[\s-]*0[0\s-]{5,}$|[@./]example\.(?:com|net|org)\b|\.(?:example|test|invalid)\b|\(przykład\)|\bul\. Przykładowa\b|Imię Nazwisko/i;

/** SHA-256 of the sample's photos that show a medal, a podium and a certificate, by their bytes. */
const sampleHonours = new Map([
  [347_083, "72494b26d497be14468ca6aa032a7989c9b2437c3cefe5171e80f5539e92f2b8"],
  [96_121, "a42a560332bb79e229b15a97f5814eff883e9cb5e530f322d115ea473cd21d9e"],
  [178_711, "9c8d9dc601b89a7da85b5cdf8706d42751fd379f8df3593051cee2bcc938b6bf"],
]);

/**
 * Every place of a content folder that still holds sample data, with its line. Left out are files that cannot be read, and those
 * of hidden pages; the offer is shown on the home page, too, and so counts when it is hidden.
 */
export function findSamples(
  folder: string,
  { files }: Pick<RawContent, "files"> = readContentFolder(folder),
): Sample[] {
  return contentNames.flatMap((name) => {
    const { file, value, lineOf } = files[name];
    if (lineOf === undefined || (name !== "oferta" && isHidden(value))) return [];
    const honours = photosWithin(value).filter(({ file }) => isSampleHonour(join(folder, "photos", file)));
    return [
      ...samplesWithin(value, []),
      ...honours.map(({ path, file: photo }) => ({ path, left: { kind: "honour" as const, photo } })),
    ].map(({ path, left }) => ({ file, line: lineOf(path), left }));
  });
}

/** The places of one file that still hold sample data, those of hidden pages left out. */
export function samplePaths(name: ContentName, value: unknown): Path[] {
  return name !== "oferta" && isHidden(value) ? [] : samplesWithin(value, []).map(({ path }) => path);
}

/** Told by what the file holds: the owner may have given it another name, or that name to a photo of his own. */
function isSampleHonour(file: string): boolean {
  const hash = sampleHonours.get(statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  return hash !== undefined && createHash("sha256").update(readFileSync(file)).digest("hex") === hash;
}

function isHidden(value: unknown): boolean {
  return (value as { meta?: { published?: unknown } } | null)?.meta?.published === false;
}

/** Whether anything within a piece of content is marked as a sample. */
export function holdsSample(value: unknown): boolean {
  return samplesWithin(value, []).some(({ left }) => left.kind === "marked");
}

function samplesWithin(value: unknown, path: Path): { path: Path; left: Sample["left"] }[] {
  if (typeof value === "string") {
    return sampleWords.test(value) ? [{ path, left: { kind: "words", words: value.trim() } }] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): { path: Path; left: Sample["left"] }[] => {
    const innerPath = [...path, Array.isArray(value) ? Number(key) : key];
    return key === "sample" && inner === true
      ? [{ path: innerPath, left: { kind: "marked" } }]
      : samplesWithin(inner, innerPath);
  });
}

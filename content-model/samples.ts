import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ContentName, contentNames } from "./content.ts";
import { photosWithin } from "./media-checks.ts";
import { type Path, placesWithin } from "./path.ts";
import type { RawContent } from "./read-content.ts";

/** A place in the content where the owner has not replaced the sample yet. */
export interface Sample {
  name: ContentName;
  path: Path;
  /**
   * An entry marked `sample: true` (`client` if a client's own words must replace it), text that only a sample would contain, or
   * the sample's portrait.
   */
  left:
    | { kind: "marked"; aboutClient: boolean }
    | { kind: "text"; text: string }
    | { kind: "portrait"; photo: string };
}

/** Numbers of zeros only, addresses reserved for examples (RFC 2606), placeholder names. */
const sampleWords =
  /^\+?(?:48)?[\s-]*0[0\s-]{5,}$|[@./]example\.(?:com|net|org)\b|\.(?:example|test|invalid)\b|\(przykład\)|\bul\. Przykładowa\b|Imię Nazwisko/i;

/** Lists whose entries are about clients, who must consent. */
const clientLists = new Set(["opinions", "stories"]);

/** Size and SHA-256 of the sample's portrait. */
const samplePortrait = {
  bytes: 230_608,
  hash: "a3a16de4a189edb2f26a6677ae8cb3dd03f6abd6e77690ddad45df6aad1ff706",
};

/**
 * Every place in a content folder that still holds sample data. Unreadable files and hidden pages are skipped, except the offer,
 * which the home page also shows.
 */
export function findSamples({ files }: Pick<RawContent, "files">): Sample[] {
  return contentNames.flatMap((name) => {
    const { file, value } = files[name];
    if (name !== "oferta" && isHidden(value)) return [];
    const portraits = photosWithin(value).filter((photo) =>
      isSamplePortrait(join(dirname(file), "photos", photo.file)),
    );
    return [
      ...samplesWithin(value),
      ...portraits.map(({ path, file: photo }) => ({ path, left: { kind: "portrait" as const, photo } })),
    ].map((sample) => ({ name, ...sample }));
  });
}

/** Compares bytes, not names: the owner may have renamed the file or replaced it under the same name. */
function isSamplePortrait(file: string): boolean {
  const { bytes, hash } = samplePortrait;
  if (statSync(file, { throwIfNoEntry: false })?.size !== bytes) return false;
  return createHash("sha256").update(readFileSync(file)).digest("hex") === hash;
}

function isHidden(value: unknown): boolean {
  return (value as { meta?: { published?: unknown } } | null)?.meta?.published === false;
}

/** Whether any part of a value is marked as a sample. */
export function holdsSample(value: unknown): boolean {
  return samplesWithin(value).some(({ left }) => left.kind === "marked");
}

function samplesWithin(piece: unknown): { path: Path; left: Sample["left"] }[] {
  return [...placesWithin(piece)].flatMap(({ path, value }): { path: Path; left: Sample["left"] }[] => {
    if (typeof value === "string" && sampleWords.test(value))
      return [{ path, left: { kind: "text", text: value.trim() } }];
    return value === true && path.at(-1) === "sample"
      ? [{ path, left: { kind: "marked", aboutClient: clientLists.has(String(path[0])) } }]
      : [];
  });
}

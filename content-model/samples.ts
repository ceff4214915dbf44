import { hash as digest } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ContentName, contentNames } from "./content.ts";
import { photosWithin } from "./named-photos.ts";
import { isSame, isTree, mapDeep, type Path, valueAt, walkValues } from "./path.ts";
import type { RawContent } from "./read-content.ts";

/** A place in the content where the owner has not replaced the sample yet. */
export interface Sample {
  name: ContentName;
  path: Path;
  /**
   * `marked`: an entry with `sample: true`. `text`: text that only a sample would contain. `portrait` and `rendered`: rendered
   * pictures of a person, place or document.
   */
  left:
    | { kind: "marked" }
    | { kind: "text"; text: string }
    | { kind: "portrait" | "rendered"; photo: string };
}

/** What only a sample would contain: phone numbers of zeros, domains reserved for examples (RFC 2606), placeholder names. */
const sampleTextPattern =
  /^\+?(?:48)?[\s-]*0[0\s-]{5,}$|[@./]example\.(?:com|net|org)\b|\.(?:example|test|invalid)\b|\(przykład\)|\bul\. Przykładowa\b|Imię Nazwisko/i;

export const isSampleText = (text: string) => sampleTextPattern.test(text);

/** Words in the sample's place of a client's. */
const placeholderPattern = /\(przykład\)|^Imię Nazwisko$|^Tu (?:będą słowa|opisz|napisz)[ ,]/;

export const isPlaceholder = (text: string) => placeholderPattern.test(text);

/** The sample's pictures that an owner must not show as their own, by file size; `hash` is the start of the SHA-256. */
const renderedPhotos: Readonly<Record<number, readonly [hash: string, name: string]>> = {
  230608: ["a3a16de4a189edb2f26a6677ae8cb3dd", "portrait"],
  246755: ["073168b99fb59e65fc41c05987cca475", "room"],
  94369: ["18c75df7e9b11e561a597f6cb57fd492", "entrance"],
  108617: ["08bb1fa76b47214fc17ffb27dcdac6a4", "calm-corner"],
  143425: ["aeb312b59e5054253d041f6caa736f52", "lifter"],
  387163: ["11707bcc7f01167d33626ba6f688f218", "before-the-lift"],
  89216: ["cf931f230006f0713aaee4b6c5bdedc0", "certificate-scan"],
};

/**
 * Finds every place in a content folder that still holds sample data. Skips unreadable files and hidden pages, but not the offer,
 * which the home page also shows.
 */
export function findSamples({ files }: Pick<RawContent, "files">): Sample[] {
  return contentNames.flatMap((name) => {
    const { file, value } = files[name];
    if (name !== "oferta" && valueAt(value, ["meta", "published"]) === false) return [];
    const photos = photosWithin(value).flatMap(({ path, file: photo }) => {
      const rendered = renderedPhoto(join(dirname(file), "photos", photo));
      const kind = rendered === "portrait" ? ("portrait" as const) : ("rendered" as const);
      return rendered ? [{ path, left: { kind, photo } }] : [];
    });
    const isSample = (text: string) => isSampleText(text) || (name === "osiagniecia" && isPlaceholder(text));
    return [...samplesWithin(value, isSample), ...photos].map((sample) => ({ name, ...sample }));
  });
}

/** Compares bytes, not names: the owner may have renamed the file or replaced it under the same name. */
function renderedPhoto(file: string): string | undefined {
  const [hash, name] = renderedPhotos[existsSync(file) ? statSync(file).size : 0] ?? [];
  if (hash === undefined) return undefined;
  return digest("sha256", readFileSync(file)).startsWith(hash) ? name : undefined;
}

/** Whether any part of a value is marked as a sample. */
export function holdsSample(value: unknown): boolean {
  return samplesWithin(value).some(({ left }) => left.kind === "marked");
}

function samplesWithin(piece: unknown, isSample = isSampleText): { path: Path; left: Sample["left"] }[] {
  return [...walkValues(piece)].flatMap(({ path, value }): { path: Path; left: Sample["left"] }[] => {
    if (typeof value === "string" && isSample(value))
      return [{ path, left: { kind: "text", text: value.trim() } }];
    return value === true && path.at(-1) === "sample" ? [{ path, left: { kind: "marked" } }] : [];
  });
}

/** Finds the sample marks of groups whose texts have changed and hold no sample text now. Ignores the mark itself, numbers and photos. */
export function findOutdatedMarks(before: unknown, after: unknown): Path[] {
  const known = markedGroups(before).map(({ texts }) => texts);
  const marked = markedGroups(after);
  if (marked.length > known.length) return [];
  return marked
    .filter(({ texts }) => !texts.some(isSampleText) && !known.some((one) => isSame(one, texts)))
    .map(({ path }) => [...path, "sample"]);
}

function markedGroups(value: unknown): { path: Path; texts: string[] }[] {
  return [...walkValues(value)].flatMap(({ path, value: group }) => {
    if (!isTree(group) || group.sample !== true) return [];
    const words = mapDeep(group, (one) => (isTree(one) && "file" in one ? undefined : one));
    const texts = [...walkValues(words)].flatMap(({ value }) => (typeof value === "string" ? value : []));
    return [{ path, texts }];
  });
}

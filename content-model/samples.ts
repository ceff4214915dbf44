import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contentSchemas } from "./content.ts";
import { type Path, readYaml } from "./read-yaml.ts";

/** A place in the content that the owner has not made his own yet. */
export interface Sample {
  file: string;
  line: number;
  /** What is left there: an entry marked `sample: true`, or words that only a sample would say. */
  left: { kind: "marked" } | { kind: "words"; words: string };
}

/** Numbers of zeros only, addresses reserved for examples (RFC 2606), names that stand for a name. */
const sampleWords =
  /^\+?(?:48)?[\s-]*0[0\s-]{5,}$|[@./]example\.(?:com|net|org)\b|\.(?:example|test|invalid)\b|\(przykład\)|\bul\. Przykładowa\b|Imię Nazwisko/i;

/**
 * Every place of a content folder that still holds sample data, with its line. Left out are files that cannot be read, and those
 * of hidden pages; the offer is shown on the home page, too, and so counts when it is hidden.
 */
export function findSamples(folder: string): Sample[] {
  return Object.keys(contentSchemas).flatMap((name) => {
    const file = join(folder, `${name}.yaml`);
    if (!existsSync(file)) return [];
    const yaml = readYaml(readFileSync(file, "utf8"), file);
    if (Array.isArray(yaml) || (name !== "oferta" && isHidden(yaml.value))) return [];
    return samplesWithin(yaml.value, []).map(({ path, left }) => ({ file, line: yaml.lineOf(path), left }));
  });
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

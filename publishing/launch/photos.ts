import type { Content } from "../../content-model/content.ts";
import { namedPhotos } from "../../content-model/named-photos.ts";
import { valueAt } from "../../content-model/path.ts";
import { type Problem, warning } from "./problem.ts";

const minAltLength = 12;

/** Finds photo descriptions that do not help a blind visitor. */
export function checkPhotos(content: Content): Problem[] {
  const fileOf = new Map<string, string>();
  return namedPhotos(content).flatMap(({ name, path, file }) => {
    const field = [...path.slice(0, -1), "alt"];
    const alt = valueAt(content[name], field);
    // The crop for phones has no description of its own.
    if (typeof alt !== "string") return [];
    const text = problemOf(alt, { file, sameFor: fileOf.get(alt) });
    fileOf.set(alt, file);
    return text === undefined ? [] : [warning(`${file}: ${text}: „${alt}”`, { name, path: field })];
  });
}

function problemOf(alt: string, { file, sameFor }: { file: string; sameFor: string | undefined }) {
  if (/\.(?:jpe?g|png|webp|avif)$|^(?:IMG|DSC)[_\d]/i.test(alt)) return "opis zdjęcia to nazwa pliku";
  if (alt.length < minAltLength) return "opis zdjęcia jest za krótki, żeby coś powiedzieć";
  if (/^(?:zdjęcie|fotografia|obraz(?:ek)?)\b/i.test(alt))
    return "opis zaczyna się od słowa, które czytnik ekranu mówi sam";
  return sameFor === undefined || sameFor === file ? undefined : `ten sam opis ma już ${sameFor}`;
}

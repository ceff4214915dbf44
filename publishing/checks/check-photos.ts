import type { Content } from "../../content-model/content.ts";
import { placesWithin } from "../../content-model/path.ts";
import { describeUnusedPhotos } from "../../content-model/photo-files.ts";
import type { Photo } from "../../content-model/schema/photo.ts";
import { isPhoto } from "../site/payloads.ts";
import { type Problem, warning } from "./problem.ts";

const shortest = 12;

/** Finds photo descriptions that do not help a blind visitor, and photos that no page shows. */
export function checkPhotos(content: Content, contentDir: string): Problem[] {
  const problems = checkPhotoWords(content);
  const unused = describeUnusedPhotos(content, contentDir);
  return unused === undefined ? problems : [...problems, warning(unused)];
}

/** Checks only the descriptions. */
export function checkPhotoWords(content: Content): Problem[] {
  const fileOf = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { value: photo } of placesWithin(content)) {
    if (!isPhoto(photo)) continue;
    const words = problemOf(photo, fileOf.get(photo.alt));
    fileOf.set(photo.alt, photo.file);
    if (words) problems.push(warning(words, `photos/${photo.file}`));
  }
  return problems;
}

function problemOf({ alt, file }: Photo, sameFor: string | undefined): string | undefined {
  if (/\.(?:jpe?g|png|webp|avif)$|^(?:IMG|DSC)[_\d]/i.test(alt))
    return `opis zdjęcia to nazwa pliku: „${alt}”`;
  if (alt.length < shortest) return `opis zdjęcia jest za krótki, żeby coś powiedzieć: „${alt}”`;
  if (/^(?:zdjęcie|fotografia|obraz(?:ek)?)\b/i.test(alt)) {
    return `opis zaczyna się od słowa, które czytnik ekranu mówi sam: „${alt}”`;
  }
  if (sameFor !== undefined && sameFor !== file) return `ten sam opis ma już ${sameFor}: „${alt}”`;
  return undefined;
}

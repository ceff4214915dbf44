import type { ContentName, Values } from "./content.ts";
import { type Path, walkValues } from "./path.ts";

export function namedPhotos(values: Values): { name: ContentName; path: Path; file: string }[] {
  return Object.entries(values).flatMap(([name, value]) =>
    photosWithin(value).map(({ path, file }) => ({ name: name as ContentName, path, file })),
  );
}

/** Finds the photos in a part of the content by their field `file`, which nothing else has. */
export function photosWithin(piece: unknown): { path: Path; file: string }[] {
  return [...walkValues(piece)].flatMap(({ path, value }) =>
    path.at(-1) === "file" && typeof value === "string" ? { path, file: value } : [],
  );
}

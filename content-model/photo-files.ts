import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Content, ContentName } from "./content.ts";
import type { Finding } from "./cross-checks.ts";
import { nearestWord } from "./nearest-word.ts";
import type { Path } from "./read-yaml.ts";

/** Photos that the content names and that are not in `photos/` of the content folder. */
export function findMissingPhotos(content: Partial<Content>, folder: string): Finding[] {
  const present = listPhotos(folder);
  return namedPhotos(content)
    .filter(({ file }) => !present.includes(file))
    .map(({ name, path, file }) => {
      const near = nearestWord(file, present);
      return {
        name,
        path,
        problem: `w folderze photos nie ma pliku „${file}”`,
        hint: near ? `Czy chodziło o „${near}”?` : "Dodaj plik do folderu photos albo popraw nazwę.",
      };
    });
}

/** Photos in `photos/` that no entry names: no visitor will ever see them. */
function findUnusedPhotos(content: Content, folder: string): string[] {
  const named = new Set(namedPhotos(content).map(({ file }) => file));
  return listPhotos(folder).filter((file) => !named.has(file));
}

/** A Polish sentence that names the unused photos; undefined when there are none. */
export function describeUnusedPhotos(content: Content, folder: string): string | undefined {
  const unused = findUnusedPhotos(content, folder);
  if (unused.length === 0) return undefined;
  const whose = unused.length === 1 ? "tego zdjęcia" : "tych zdjęć";
  return `${whose} nie pokazuje żadna strona: ${unused.join(", ")}. Wpisz nazwę w pliku z treścią albo usuń plik z ${join(folder, "photos")}.`;
}

function listPhotos(folder: string): string[] {
  const photos = join(folder, "photos");
  if (!existsSync(photos)) return [];
  return readdirSync(photos)
    .filter((file) => /\.(?:jpe?g|png|webp|avif)$/i.test(file))
    .sort();
}

interface NamedPhoto {
  name: ContentName;
  path: Path;
  file: string;
}

function namedPhotos(content: Partial<Content>): NamedPhoto[] {
  return Object.entries(content).flatMap(([name, value]) =>
    photosWithin(value).map(({ path, file }) => ({ name: name as ContentName, path, file })),
  );
}

/** The photos that a piece of content names; only photos have a field called `file`. */
export function photosWithin(value: unknown, path: Path = []): { path: Path; file: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const innerPath = [...path, Array.isArray(value) ? Number(key) : key];
    return key === "file" && typeof inner === "string"
      ? { path: innerPath, file: inner }
      : photosWithin(inner, innerPath);
  });
}

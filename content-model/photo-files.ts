import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Content } from "./content.ts";
import { namedPhotos } from "./media-checks.ts";

/** A Polish sentence listing the photos that no page shows; undefined if there are none. */
export function describeUnusedPhotos(content: Content, folder: string): string | undefined {
  const named = new Set(namedPhotos(content).map(({ file }) => file));
  const unused = listPhotos(folder).filter((file) => !named.has(file));
  if (unused.length === 0) return undefined;
  const whose = unused.length === 1 ? "tego zdjęcia" : "tych zdjęć";
  return `${whose} nie pokazuje żadna strona: ${unused.join(", ")}. Wpisz nazwę w pliku z treścią albo usuń plik z ${join(folder, "photos")}.`;
}

export function listPhotos(folder: string): string[] {
  const photos = join(folder, "photos");
  if (!existsSync(photos)) return [];
  return readdirSync(photos)
    .filter((file) => /\.(?:jpe?g|png|webp|avif)$/i.test(file))
    .sort();
}

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Content } from "./content.ts";
import { namedPhotos } from "./media-checks.ts";

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

export function listPhotos(folder: string): string[] {
  const photos = join(folder, "photos");
  if (!existsSync(photos)) return [];
  return readdirSync(photos)
    .filter((file) => /\.(?:jpe?g|png|webp|avif)$/i.test(file))
    .sort();
}

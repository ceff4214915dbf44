import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PictureFile } from "../../app/ui/picture.tsx";
import { pictureName } from "../site/pictures.ts";

type Measures = Pick<PictureFile, "width" | "height">;

/** For a photograph that has not been encoded yet. */
const unknown: Measures = { width: 1800, height: 1200 };

/** One width is enough for both previews, and the browser caches it across pages. */
const shownWidth = 1280;

/** Turns the draft's photographs into pictures that the panel serves, encoded or not. */
export function createPreviewPictures(picturesDir: string) {
  const known = new Map<string, { readonly version: string; readonly measures: Measures }>();

  async function measure(photosDir: string, photo: string): Promise<Measures> {
    const path = join(photosDir, photo);
    const name = pictureName(photo, await readFile(path));
    const made = await readFile(join(picturesDir, name, "picture.json"), "utf8").catch(() => undefined);
    return made === undefined ? unknown : JSON.parse(made);
  }

  async function pictureOf(photosDir: string, photo: string): Promise<PictureFile> {
    const { mtimeMs, size } = await stat(join(photosDir, photo));
    const version = `${photosDir} ${mtimeMs} ${size}`;
    const before = known.get(photo);
    const measures = before?.version === version ? before.measures : await measure(photosDir, photo);
    if (measures !== unknown) known.set(photo, { version, measures });
    return {
      ...measures,
      // The width and format that pages append to a picture's address end up in the query, where they have no effect.
      base: `/panel/api/photos/${encodeURIComponent(photo)}/${shownWidth}?`,
      avif: [shownWidth],
      webp: [shownWidth],
      jpg: shownWidth,
    };
  }

  return async function pictures(photosDir: string, photos: readonly string[]) {
    const found = new Map<string, PictureFile>();
    // One at a time, because the originals are large.
    for (const photo of photos) found.set(photo, await pictureOf(photosDir, photo));
    return found;
  };
}

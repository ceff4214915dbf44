import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PictureFile } from "../../app/ui/picture.tsx";
import { isTree } from "../../content-model/path.ts";
import { pictureName } from "../site/pictures.ts";

type Measures = Pick<PictureFile, "width" | "height" | "tone">;

interface Folders {
  readonly cacheDir: string;
  readonly siteDir: string;
}

/** For a photograph that has not been encoded yet. */
const unknown: Measures = { width: 1800, height: 1200 };

/** One width is enough for both previews, and the browser caches it across pages. */
const shownWidth = 1280;

/** Turns the draft's photographs into pictures that the panel serves, encoded or not. */
export function createPreviewPictures({ cacheDir, siteDir }: Folders) {
  const known = new Map<string, { readonly version: string; readonly measures: Measures }>();
  let built: Promise<ReadonlyMap<string, Measures>> | undefined;

  async function measure(photosDir: string, photo: string): Promise<Measures> {
    const path = join(photosDir, photo);
    const name = pictureName(photo, await readFile(path));
    const made = await readFile(join(cacheDir, "pictures", name, "picture.json"), "utf8").catch(
      () => undefined,
    );
    if (made !== undefined) return JSON.parse(made);
    built ??= readBuilt(siteDir);
    return (await built).get(name) ?? unknown;
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

/** The pictures of the trial site, by name. */
async function readBuilt(siteDir: string): Promise<ReadonlyMap<string, Measures>> {
  const text = await readFile(join(siteDir, "data.json"), "utf8").catch(() => "{}");
  const found = new Map<string, Measures>();
  JSON.parse(text, (_, value: unknown) => {
    if (isTree(value) && typeof value.base === "string")
      found.set(value.base.replace("/pictures/", ""), value as unknown as Measures);
    return value;
  });
  return found;
}

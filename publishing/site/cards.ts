import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { serialize } from "node:v8";
import { cachedFolder } from "../../server/durable-files.ts";
import { type Decoders, draw } from "../photos/sandbox.ts";
import { hashOf, type ReleaseFiles } from "../release-files.ts";
import type { Brand, CardDrawing } from "./draw-card.ts";

/** Change this when cards are drawn differently. */
const settingsVersion = "8";

export interface Card extends Pick<CardDrawing, "title" | "focus"> {
  /** Its key in the result. */
  readonly path: string;
  /** The file of its photograph. */
  readonly photo?: string | undefined;
}

interface CardOptions extends Decoders {
  readonly brand: Brand;
  readonly cacheDir: string;
  readonly files: ReleaseFiles;
}

/**
 * Adds every page's social card (1200x630), shown with shared links; returns their addresses by path (B8.4). Throws a PictureError.
 */
export async function buildCards(
  cards: readonly Card[],
  { brand, cacheDir, files, ...decoders }: CardOptions,
): Promise<Record<string, string>> {
  const addresses: Record<string, string> = {};
  for (const { path, photo: file, ...words } of cards) {
    const photo = file === undefined ? undefined : await readFile(file);
    const drawing = { kind: "card", ...words, photo, brand } as const;
    const key = hashOf(serialize([settingsVersion, drawing]));
    const kept = await cachedFolder(join(cacheDir, key), (folder) =>
      draw(drawing, folder, { ...decoders, file: basename(file ?? "") }),
    );
    const picture = join(kept, "card.jpg");
    addresses[path] = `/cards/${path.slice(1) || "start"}-${hashOf(await readFile(picture))}.jpg`;
    await files.link(addresses[path], picture);
  }
  return addresses;
}

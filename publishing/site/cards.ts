import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { serialize } from "node:v8";
import { cachedFolder } from "../../server/durable-files.ts";
import { type Decoders, draw } from "../photos/run-decoder.ts";
import type { ReleaseFiles } from "../release-files.ts";
import type { Brand, Outlines } from "./draw-card.ts";

/** Change this when cards are drawn differently. */
const settingsVersion = "1";

export interface Card {
  readonly path: string;
  readonly title: string;
  /** The file of the photograph on the right half. */
  readonly photo?: string | undefined;
}

interface CardOptions extends Decoders {
  readonly brand: Brand;
  readonly lettering: Outlines;
  /** Where cards are cached between publications. */
  readonly cacheDir: string;
  readonly files: ReleaseFiles;
}

/** Adds every page's social card (1200x630), shown with shared links; returns card addresses by path (B8.4). Throws a PictureError. */
export async function buildCards(
  cards: readonly Card[],
  { brand, lettering, cacheDir, files, ...decoders }: CardOptions,
): Promise<Record<string, string>> {
  const addresses: Record<string, string> = {};
  for (const { path, title, photo: file } of cards) {
    const photo = file === undefined ? undefined : await readFile(file);
    const drawing = { kind: "card", title, photo, brand, lettering } as const;
    const key = hashOf(serialize([settingsVersion, drawing]));
    const kept = await cachedFolder(join(cacheDir, key), (folder) =>
      draw(drawing, folder, { ...decoders, file: basename(file ?? "") }),
    );
    const picture = join(kept, "card.jpg");
    const name = `${path.slice(1) || "start"}-${hashOf(await readFile(picture))}.jpg`;
    addresses[path] = `/cards/${name}`;
    await files.link(`/cards/${name}`, picture);
  }
  return addresses;
}

const hashOf = (bytes: Buffer) => hash("sha256", bytes).slice(0, 10);

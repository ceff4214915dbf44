import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Logo } from "../../app/payloads.ts";
import { pngSize } from "../../content-model/logo-file.ts";
import type { Site } from "../../content-model/schema/site.ts";
import { cachedFolder } from "../../server/durable-files.ts";
import { type Decoders, draw } from "../photos/sandbox.ts";
import { hashOf, type ReleaseFiles } from "../release-files.ts";
import { type BrandMark, headerMark, plateMark } from "./brand-mark.ts";

/** Change this when icons or logos are drawn differently. */
export const settingsVersion = "3";

interface BrandFilesOptions extends Decoders {
  readonly contentDir: string;
  readonly cacheDir: string;
  readonly files: Pick<ReleaseFiles, "link" | "write">;
}

/**
 * Adds the icons and, under a hashed name, the owner's logo for header and footer. Visitors only get pictures of it that the sandbox has
 * made (T26). `logo` is undefined if the content names none. Throws a PictureError.
 */
export async function addBrandFiles(
  { logo: file, accent }: Pick<Site, "logo" | "accent">,
  { contentDir, cacheDir, files, ...decoders }: BrandFilesOptions,
): Promise<{ mark: BrandMark; logo: Logo | undefined }> {
  const source: BrandMark =
    file === undefined
      ? plateMark(accent)
      : { type: extname(file) === ".svg" ? "svg" : "png", bytes: await readFile(join(contentDir, file)) };
  const key = hashOf(Buffer.concat([Buffer.from(settingsVersion + source.type), source.bytes]));
  const named = { ...decoders, file: file ?? "Znak strony", ...(file && { unusable }) };
  const drawn = await cachedFolder(join(cacheDir, key), (folder) =>
    draw({ kind: "icons", mark: source }, folder, named),
  );
  // A hijacked decoder may have written anything else, such as a page.
  for (const name of await readdir(drawn))
    if (name !== headerMark && /^(?:favicon\.ico|[\w-]+\.png)$/.test(name))
      await files.link(`/${name}`, join(drawn, name));
  if (file === undefined) {
    await files.write("/favicon.svg", source.bytes);
    return { mark: source, logo: undefined };
  }
  const bytes = await readFile(join(drawn, headerMark));
  const src = `/assets/logo-${hashOf(bytes)}.png`;
  await files.write(src, bytes);
  return { mark: { type: "png", bytes }, logo: { src, ...pngSize(bytes) } };
}

/** Why a logo cannot be used: the texts for photographs do not fit here. */
export const unusable =
  "logo jest uszkodzone albo zbyt złożone i nie da się go odczytać. Zapisz je jeszcze raz jako SVG albo PNG.";

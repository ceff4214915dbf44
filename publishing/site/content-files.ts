import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { contentOn, dayInWarsaw } from "../../content-model/content-on-day.ts";
import { describeUnusedPhotos } from "../../content-model/photo-files.ts";
import { cachedFolder } from "../durable-files.ts";
import type { ReleaseFiles } from "../release-files.ts";
import { type BrandMark, loadBrandMark, writeLogo } from "./brand-mark.ts";
import { drawIcons, linkedIcons } from "./icons.ts";
import { photoFiles, publishedPaths, withoutHidden } from "./payloads.ts";
import { buildPictures } from "./pictures.ts";
import { renderFacts } from "./render-facts.ts";
import type { SiteSources } from "./sources.ts";
import { staticFiles } from "./static-files.ts";

export interface ContentFilesOptions {
  readonly files: ReleaseFiles;
  /** Where pictures, cards and icons are cached between publications. */
  readonly cacheDir: string;
  /** How many photographs are encoded in parallel. */
  readonly parallel?: number;
  /** The moment that decides which notice and prices apply. */
  readonly now?: Date;
  readonly onPicture?: (done: number, total: number, photo: string) => void;
  /** Receives hints for the owner, in Polish. */
  readonly onNotice?: (text: string) => void;
}

/**
 * Adds the files that depend on content alone (pictures, icons, logo, small files) and returns the data for rendering pages.
 * Throws a PictureError for problems that the owner has to fix.
 */
export async function buildContentFiles(
  { source, siteUrl, retentionDays, production, api }: SiteSources,
  { files, cacheDir, parallel, now = new Date(), onPicture, onNotice }: ContentFilesOptions,
) {
  const { folder } = source;
  const wholeContent = contentOn(source.content, dayInWarsaw(now));
  const unused = describeUnusedPhotos(wholeContent, folder);
  if (unused) onNotice?.(unused);
  const content = withoutHidden(wholeContent);
  const pictures = await buildPictures(photoFiles(content), {
    photosDir: join(folder, "photos"),
    cacheDir: join(cacheDir, "pictures"),
    files,
    parallel,
    onProgress: onPicture,
  });
  const mark = await loadBrandMark(content.site, folder);
  await addIcons(mark, { files, cacheDir: join(cacheDir, "icons") });
  const published = publishedPaths(content);
  for (const [address, text] of Object.entries(staticFiles({ content, siteUrl, api, published }))) {
    await files.write(address, text);
  }
  const facts = renderFacts(content, pictures, {
    siteUrl,
    retentionDays,
    production,
    logo: await writeLogo(mark, content.site, files),
  });
  return { content, published, mark, icons: linkedIcons(mark), facts };
}

async function addIcons(
  mark: BrandMark,
  { files, cacheDir }: Pick<ContentFilesOptions, "files" | "cacheDir">,
) {
  const key = createHash("sha256").update(mark.type).update(mark.bytes).digest("hex").slice(0, 10);
  const kept = await cachedFolder(join(cacheDir, key), (target) => drawIcons(target, mark));
  for (const name of await readdir(kept)) await files.link(`/${name}`, join(kept, name));
}

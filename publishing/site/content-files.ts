import { join } from "node:path";
import { contentOn, dayInWarsaw } from "../../content-model/content-on-day.ts";
import { describeUnusedPhotos } from "../../content-model/read-content.ts";
import type { Decoders } from "../photos/run-decoder.ts";
import type { ReleaseFiles } from "../release-files.ts";
import { addBrandFiles } from "./brand-files.ts";
import { linkedIcons } from "./brand-mark.ts";
import { photoFiles, publishedPaths, withoutHidden } from "./payloads.ts";
import { buildPictures } from "./pictures.ts";
import { renderFacts } from "./render-facts.ts";
import type { SiteSources } from "./sources.ts";
import { staticFiles } from "./static-files.ts";

export interface ContentFilesOptions extends Decoders {
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
  { files, cacheDir, codeDir, parallel, now = new Date(), onPicture, onNotice }: ContentFilesOptions,
) {
  const { folder } = source;
  const wholeContent = contentOn(source.content, dayInWarsaw(now));
  const unused = describeUnusedPhotos(wholeContent, folder);
  if (unused) onNotice?.(unused);
  const content = withoutHidden(wholeContent);
  const pictures = await buildPictures(photoFiles(content), {
    photosDir: join(folder, "photos"),
    cacheDir: join(cacheDir, "pictures"),
    codeDir,
    files,
    parallel,
    onProgress: onPicture,
  });
  const { mark, logo } = await addBrandFiles(content.site, {
    contentDir: folder,
    cacheDir: join(cacheDir, "icons"),
    codeDir,
    files,
  });
  const published = publishedPaths(content);
  for (const [address, text] of Object.entries(staticFiles({ content, siteUrl, api, published }))) {
    await files.write(address, text);
  }
  const facts = renderFacts(content, pictures, {
    siteUrl,
    retentionDays,
    production,
    logo,
  });
  return { content, published, mark, icons: linkedIcons(mark), facts };
}

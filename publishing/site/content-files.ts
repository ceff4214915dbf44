import { join } from "node:path";
import type { ClientFiles } from "../../app/payload-types.ts";
import type { Content } from "../../content-model/content.ts";
import { loadContent } from "../../content-model/load.ts";
import { describeUnusedPhotos } from "../../content-model/photo-files.ts";
import { type BrandMark, loadBrandMark, writeLogo } from "./brand-mark.ts";
import { buildIcons } from "./icons.ts";
import { photoFiles, publishedPaths, withoutHidden } from "./payloads.ts";
import { buildPictures } from "./pictures.ts";
import { renderFacts } from "./render-facts.ts";
import type { SiteSources } from "./sources.ts";
import { buildStaticFiles } from "./static-files.ts";

export interface ContentFiles {
  readonly content: Content;
  readonly published: readonly string[];
  readonly mark: BrandMark;
  readonly icons: ClientFiles["icons"];
  readonly facts: ReturnType<typeof renderFacts>;
}

/**
 * Writes everything that the content alone decides (pictures from the cache in `cacheDir`, icons, logo, small files) and gives
 * what pages are rendered from; throws ContentError or PictureError for what the owner has to mend.
 */
export async function buildContentFiles(
  { contentDir, siteUrl, retentionDays, production, api }: SiteSources,
  {
    clientDir,
    cacheDir,
    onPicture,
  }: { clientDir: string; cacheDir: string; onPicture?: (done: number, total: number, file: string) => void },
): Promise<ContentFiles> {
  const wholeContent = loadContent(contentDir);
  const unused = describeUnusedPhotos(wholeContent, contentDir);
  if (unused) console.warn(`Uwaga: ${unused}`);
  const content = withoutHidden(wholeContent);
  const pictures = await buildPictures({
    photosDir: join(contentDir, "photos"),
    files: photoFiles(content),
    cacheDir: join(cacheDir, "pictures"),
    outDir: join(clientDir, "pictures"),
    ...(onPicture && { onProgress: onPicture }),
  });
  const mark = await loadBrandMark(content.site, contentDir);
  const icons = await buildIcons(clientDir, mark);
  const published = publishedPaths(content);
  await buildStaticFiles({ folder: clientDir, content, siteUrl, api, published });
  const facts = renderFacts(content, pictures, {
    siteUrl,
    retentionDays,
    showSampleNotice: production,
    logo: await writeLogo(mark, content.site, clientDir),
  });
  return { content, published, mark, icons, facts };
}

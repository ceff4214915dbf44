import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderData } from "../../app/payload-types.ts";
import { routes } from "../../app/routes.ts";
import type { Content } from "../../content-model/content.ts";
import { loadContent } from "../../content-model/load.ts";
import { describeUnusedPhotos } from "../../content-model/photo-files.ts";
import type { Config } from "../../server/config.ts";
import { loadBrandMark, writeLogo } from "./brand-mark.ts";
import { bundleApp, bundleServer } from "./bundles.ts";
import { buildCards } from "./cards.ts";
import { readClientFiles } from "./client-files.ts";
import { compressFolder } from "./compress.ts";
import { buildFonts } from "./fonts.ts";
import { buildIcons } from "./icons.ts";
import { writePages } from "./pages.ts";
import { writePayloads } from "./payload-files.ts";
import { photoFiles, publishedPaths, withoutHiddenPhotos } from "./payloads.ts";
import { buildPictures } from "./pictures.ts";
import { renderFacts } from "./render-facts.ts";
import { buildServiceWorker } from "./service-worker.ts";
import { buildStaticFiles } from "./static-files.ts";

/** Where things are kept between builds. */
export const cacheDir = ".cache";

export interface SiteSources {
  readonly contentDir: string;
  /** Where the site is reached, without a slash at the end. */
  readonly siteUrl: string;
  readonly retentionDays: number;
  /** Whether this is the real site: pages with sample data then say so. */
  readonly production: boolean;
}

export function sourcesOf(config: Config): SiteSources {
  const { contentDir, siteUrl, enquiryRetentionDays: retentionDays, production } = config;
  return { contentDir, siteUrl, retentionDays, production };
}

/** Builds the whole site into `outDir`; throws ContentError or PictureError for what the owner has to mend. */
export async function buildSite(
  { contentDir, siteUrl, retentionDays, production }: SiteSources,
  outDir: string,
): Promise<void> {
  const wholeContent = loadContent(contentDir);
  const unused = describeUnusedPhotos(wholeContent, contentDir);
  if (unused) console.warn(`Uwaga: ${unused}`);
  const content = withoutHiddenPhotos(wholeContent);
  const clientDir = join(outDir, "client");
  const photosDir = join(contentDir, "photos");
  await buildFonts(join(cacheDir, "fonts"));
  await bundleApp("client", clientDir);
  await bundleApp("render", join(outDir, "server"));
  await bundleServer(join(outDir, "server"));
  const mark = await loadBrandMark(content.site, contentDir);
  const icons = await buildIcons(clientDir, mark);
  const pictures = await buildPictures({
    photosDir,
    files: photoFiles(content),
    cacheDir: join(cacheDir, "pictures"),
    outDir: join(clientDir, "pictures"),
    onProgress: (done, total, file) => console.log(`Zdjęcia: ${done}/${total} ${file}`),
  });
  const published = publishedPaths(content);
  const cards = await buildCards({
    cards: cardsOf(content, photosDir).filter(({ path }) => published.includes(path)),
    brand: { ...content.site, mark },
    outDir: join(clientDir, "cards"),
  });
  await buildStaticFiles({ folder: clientDir, content, siteUrl, published });
  const facts = renderFacts(content, pictures, {
    siteUrl,
    retentionDays,
    showSampleNotice: production,
    logo: await writeLogo(mark, content.site, clientDir),
  });
  const manifest = await writePayloads(clientDir, facts);
  const data: RenderData = {
    ...facts,
    cards,
    client: { ...(await readClientFiles(clientDir, manifest, content.site.accent)), icons },
  };
  await writeFile(join(outDir, "server/data.json"), JSON.stringify(data));
  await writePages(outDir, data, published);
  await buildServiceWorker(clientDir, published);
  await compressFolder(clientDir);
}

function cardsOf(content: Content, photosDir: string) {
  const photos: Partial<Record<string, string | undefined>> = {
    index: content.index.hero.photo.phone?.file ?? content.index.hero.photo.file,
    oferta: content.oferta.services[0]?.photo.file,
    galeria: content.galeria.photos[0]?.photo.file,
    osiagniecia: content.osiagniecia.photos.milestones?.file,
    kontakt: content.kontakt.photo?.file,
  };
  return routes.map(({ path, name }) => {
    const photo = photos[name];
    return { path, title: content[name].meta.title, photo: photo && join(photosDir, photo) };
  });
}

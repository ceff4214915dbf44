import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderData } from "../../app/payload-types.ts";
import { routes } from "../../app/routes.ts";
import type { Content } from "../../content-model/content.ts";
import { findSamples } from "../../content-model/samples.ts";
import { buildCards } from "../../publishing/site/cards.ts";
import { compressFolder } from "../../publishing/site/compress.ts";
import { buildContentFiles } from "../../publishing/site/content-files.ts";
import { writeHostingFiles } from "../../publishing/site/hosting.ts";
import { writePages } from "../../publishing/site/pages.ts";
import { writePayloads } from "../../publishing/site/payload-files.ts";
import type { SiteSources } from "../../publishing/site/sources.ts";
import { bundleApp, bundleServer } from "./bundles.ts";
import { readClientFiles } from "./client-files.ts";
import { buildFonts } from "./fonts.ts";
import { buildServiceWorker } from "./service-worker.ts";

/** Where things are kept between builds. */
export const cacheDir = ".cache";

/** Builds the whole site into an empty folder; throws ContentError or PictureError for what the owner has to mend. */
export async function buildSite(sources: SiteSources, outDir: string): Promise<void> {
  const clientDir = join(outDir, "client");
  const { content, published, mark, icons, facts } = await buildContentFiles(sources, {
    clientDir,
    cacheDir,
    onPicture: (done, total, file) => console.log(`Zdjęcia: ${done}/${total} ${file}`),
  });
  await buildFonts(join(cacheDir, "fonts"));
  await bundleApp("client", clientDir);
  await bundleApp("render", join(outDir, "server"));
  await bundleServer(join(outDir, "server"));
  const cards = await buildCards({
    cards: cardsOf(content, join(sources.contentDir, "photos")).filter(({ path }) =>
      published.includes(path),
    ),
    brand: { ...content.site, mark },
    outDir: join(clientDir, "cards"),
  });
  const manifest = await writePayloads(clientDir, facts);
  const data: RenderData = {
    ...facts,
    cards,
    client: { ...(await readClientFiles(clientDir, manifest, content.site.accent)), icons },
  };
  await writeFile(join(outDir, "server/data.json"), JSON.stringify(data));
  const site = await writePages(outDir, data, {
    published,
    launch: {
      samples: findSamples(sources.contentDir).length,
      openingHours: content.site.openingHours.length > 0,
    },
  });
  await writeHostingFiles(outDir, { ...site, ...sources });
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

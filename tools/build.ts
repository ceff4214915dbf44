import { createHash } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build as viteBuild } from "vite";
import type { RenderData } from "../app/payload-types.ts";
import { routes } from "../app/routes.ts";
import type { Content } from "../content-model/content.ts";
import { loadContent } from "../content-model/load.ts";
import { ContentError, formatProblems } from "../content-model/problems.ts";
import { structuredData, toJsonLdScript } from "../content-model/structured-data.ts";
import { loadConfig } from "../server/config.ts";
import { buildCards } from "./build/cards.ts";
import { readClientFiles } from "./build/client-files.ts";
import { compressFolder } from "./build/compress.ts";
import { buildFonts } from "./build/fonts.ts";
import { buildIcons } from "./build/icons.ts";
import { writePages } from "./build/pages.ts";
import { depict, pagePayloads, photoFiles, publishedPaths, sitePayload } from "./build/payloads.ts";
import { buildPictures, PictureError } from "./build/pictures.ts";
import { buildServiceWorker } from "./build/service-worker.ts";
import { fingerprint, isFresh, writeStamp } from "./build/stamp.ts";
import { buildStaticFiles } from "./build/static-files.ts";

const cacheDir = ".cache";

async function main(): Promise<void> {
  const config = loadConfig();
  const inputs = await fingerprint({
    contentDir: config.contentDir,
    settings: [config.siteUrl, config.enquiryRetentionDays],
  });
  const { buildDir } = config;
  if (!process.argv.includes("--force") && (await isFresh(buildDir, inputs))) return;
  const startedAt = performance.now();
  const content = loadContent(config.contentDir);
  const nextDir = `${buildDir}.next`;
  await rm(nextDir, { recursive: true, force: true });
  await buildSite(content, {
    nextDir,
    siteUrl: config.siteUrl,
    contentDir: config.contentDir,
    retentionDays: config.enquiryRetentionDays,
  });
  await writeStamp(nextDir, inputs);
  await rm(buildDir, { recursive: true, force: true });
  await rename(nextDir, buildDir);
  console.log(`Strona zbudowana w ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

interface BuildOptions {
  /** The folder that becomes the build once it is whole. */
  readonly nextDir: string;
  readonly siteUrl: string;
  readonly contentDir: string;
  readonly retentionDays: number;
}

async function buildSite(
  content: Content,
  { nextDir, siteUrl, contentDir, retentionDays }: BuildOptions,
): Promise<void> {
  const clientDir = join(nextDir, "client");
  const photosDir = join(contentDir, "photos");
  await buildFonts(join(cacheDir, "fonts"));
  await bundle(false, clientDir);
  await bundle(true, join(nextDir, "server"));
  await buildIcons(clientDir, content.site.accent);
  const pictures = await buildPictures({
    photosDir,
    files: photoFiles(content),
    cacheDir: join(cacheDir, "pictures"),
    outDir: join(clientDir, "pictures"),
    onProgress: (done, total, file) => console.log(`Zdjęcia: ${done}/${total} ${file}`),
  });
  const published = publishedPaths(content);
  const cards = await buildCards({
    cards: cardsOf(content, photosDir),
    site: content.site,
    outDir: join(clientDir, "cards"),
  });
  await buildStaticFiles({ folder: clientDir, content, siteUrl, published });
  const byName = pagePayloads(content, pictures, retentionDays);
  const payloads = Object.fromEntries(
    routes.filter(({ path }) => published.includes(path)).map(({ path, name }) => [path, byName[name]]),
  );
  const site = sitePayload(content, pictures);
  const manifest = await writePayloads(clientDir, site, payloads);
  const data: RenderData = {
    siteUrl,
    site,
    payloads,
    cards,
    structuredData: Object.fromEntries(
      routes.map(({ path, label }) => [path, jsonLd(content, siteUrl, path, label, pictures)]),
    ),
    client: await readClientFiles(clientDir, manifest, content.site.accent),
  };
  await writeFile(join(nextDir, "server/data.json"), JSON.stringify(data));
  await writePages({ nextDir, published, version: manifest });
  await buildServiceWorker(clientDir, published);
  await compressFolder(clientDir);
}

function bundle(ssr: boolean, folder: string) {
  return viteBuild({
    logLevel: "warn",
    build: { outDir: folder, emptyOutDir: true, ...(ssr && { ssr: true }) },
  });
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

function jsonLd(
  content: Content,
  siteUrl: string,
  path: string,
  label: string,
  pictures: Awaited<ReturnType<typeof buildPictures>>,
): string {
  const image = depict(content.site.image ?? content.index.hero.photo, pictures);
  return toJsonLdScript(
    structuredData(content, {
      siteUrl,
      path,
      ...(path !== "/" && { breadcrumb: label }),
      logoPath: "/logo.png",
      imagePaths: [`${image.base}-${image.jpg}.jpg`],
    }),
  );
}

/** Writes each page's payload and the static manifest that names them all, under names made of their content. */
async function writePayloads(
  clientDir: string,
  site: RenderData["site"],
  payloads: RenderData["payloads"],
): Promise<string> {
  await mkdir(join(clientDir, "payload"), { recursive: true });
  const write = async (name: string, value: unknown) => {
    const text = JSON.stringify(value);
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
    const address = `/payload/${name}-${hash}.json`;
    await writeFile(join(clientDir, address), text);
    return address;
  };
  const addresses: Record<string, string> = {};
  for (const [path, payload] of Object.entries(payloads)) {
    addresses[path] = await write(path.slice(1) || "index", payload);
  }
  return write("manifest", { site, payloads: addresses });
}

try {
  await main();
} catch (fault) {
  if (fault instanceof ContentError) console.error(formatProblems(fault.problems));
  else if (fault instanceof PictureError) console.error(fault.message);
  else throw fault;
  process.exitCode = 1;
}

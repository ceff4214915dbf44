import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderData } from "../app/payload-types.ts";
import { photoFiles, publishedPaths, withoutHidden } from "../app/payloads.ts";
import { routes } from "../app/routes.ts";
import type { Content } from "../content-model/content.ts";
import { contentOn, dayInWarsaw } from "../content-model/content-on-day.ts";
import type { LoadedFolder } from "../content-model/load.ts";
import { basisOf, type SiteSettings } from "./basis.ts";
import { type CodeBuild, codeFiles, loadRenderer } from "./code-build.ts";
import { createReleaseFiles, type ReleaseFiles } from "./release-files.ts";
import { addBrandFiles } from "./site/brand-files.ts";
import { linkedIcons } from "./site/brand-mark.ts";
import { buildCards, type Card } from "./site/cards.ts";
import { staticFiles } from "./site/content-files.ts";
import { writeHostingFiles } from "./site/hosting.ts";
import { writePages, writePayloads } from "./site/pages.ts";
import { buildPictures } from "./site/pictures.ts";
import { accentCss, businessOf, renderFacts } from "./site/render-facts.ts";
import type { PublicationEvent } from "./start-publication.ts";

interface ReleaseOptions {
  readonly code: CodeBuild;
  /** Where pictures, cards and icons are cached between publications. */
  readonly cacheDir: string;
  /** A release whose unchanged files are reused. */
  readonly previousDir?: string | undefined;
  /** How many photographs are encoded in parallel. */
  readonly parallel?: number;
  /** The moment that decides which notice and prices apply. */
  readonly now?: Date;
  /** How many opinions with proof there are. */
  readonly received?: number;
  readonly onEvent?: (event: PublicationEvent) => void;
}

/** Builds a release from content and the code build in an empty folder. Throws a PictureError for problems that the owner has to fix. */
export async function buildRelease(
  { source, ...settings }: SiteSettings & { readonly source: LoadedFolder },
  outDir: string,
  { code, cacheDir, previousDir, parallel, now = new Date(), received, onEvent }: ReleaseOptions,
): Promise<void> {
  const files = createReleaseFiles(join(outDir, "client"), previousDir && join(previousDir, "client"));
  const day = dayInWarsaw(now);
  const content = withoutHidden(contentOn(source.content, day));
  const published = publishedPaths(content);
  const photosDir = join(source.folder, "photos");
  const drawn = { files, codeDir: code.folder };
  const encoding = { ...drawn, photosDir, cacheDir: join(cacheDir, "pictures"), parallel, onEvent };
  const pictures = await buildPictures(photoFiles(content), encoding);
  const icons = { ...drawn, contentDir: source.folder, cacheDir: join(cacheDir, "icons") };
  const { mark, logo } = await addBrandFiles(content.site, icons);
  for (const [address, text] of Object.entries(staticFiles(content, settings, published)))
    await files.write(address, text);
  onEvent?.({ kind: "step", step: "pages" });
  await linkCode(code, files);
  const { name, accent } = content.site;
  const cards = await buildCards(
    cardsOf(content, photosDir).filter(({ path }) => published.includes(path)),
    { ...drawn, brand: { name, accent, mark }, cacheDir: join(cacheDir, "cards") },
  );
  const opinions = received === undefined ? undefined : { count: received, until: day };
  const facts = renderFacts(content, pictures, { ...settings, logo, received: opinions });
  const manifest = await writePayloads(files, facts);
  const baseCss = accentCss(accent) + code.client.baseCss;
  const client = { ...code.client, baseCss, manifest, icons: linkedIcons(mark) };
  const data: RenderData = { ...facts, cards, client };
  await writeFile(join(outDir, "data.json"), JSON.stringify(data));
  const renderer = await loadRenderer(code);
  const site = await writePages({ outDir, files, renderer }, data, {
    published,
    basis: basisOf(code, settings),
    code: code.version,
    business: businessOf(data, content),
  });
  await writeHostingFiles(outDir, files, { ...site, ...settings });
  const script = await readFile(join(code.folder, codeFiles.serviceWorker), "utf8");
  await files.write("/sw.js", serviceWorker(script, published, files.addresses()));
}

async function linkCode(code: CodeBuild, files: ReleaseFiles): Promise<void> {
  const folder = join(code.folder, codeFiles.client);
  const names = await readdir(join(folder, "assets"));
  for (const name of names.filter((name) => !/\.(?:br|gz)$/.test(name)))
    await files.link(`/assets/${name}`, join(folder, "assets", name));
}

function cardsOf(content: Content, photosDir: string) {
  const photos: Partial<Record<string, Pick<Card, "focus"> & { file: string }>> = {
    index: content.index.hero.photo.phone ?? content.index.hero.photo,
    oferta: content.oferta.services[0]?.photo,
    galeria: content.galeria.photos[0]?.photo,
    osiagniecia: content.osiagniecia.photos.milestones,
    kontakt: content.kontakt.photos[0]?.photo,
  };
  return routes.map(({ path, name }) => {
    const photo = photos[name];
    const { title } = content[name].meta;
    return { path, title, photo: photo && join(photosDir, photo.file), focus: photo?.focus };
  });
}

// Inlined in every page, or useless without photographs.
const notNeededOffline = /\/(?:base|typeface|lightbox)-/;

/**
 * The service worker's script with the list of published pages and their files: scripts, style sheets, fonts, payloads and the
 * owner's logo. The lightbox and photographs are cached only once they were viewed.
 */
function serviceWorker(script: string, pages: readonly string[], addresses: readonly string[]): string {
  const files = addresses
    .filter((address) => /^\/(?:assets|payload)\/.*\.(?:js|css|woff2|json|svg|png)$/.test(address))
    .filter((address) => !notNeededOffline.test(address))
    .sort();
  return `const offlineFiles=${JSON.stringify({ pages, files })};${script}`;
}

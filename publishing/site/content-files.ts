import { join } from "node:path";
import { routes } from "../../app/routes.ts";
import type { Content } from "../../content-model/content.ts";
import { contentOn, dayInWarsaw } from "../../content-model/content-on-day.ts";
import { toVcard } from "../../content-model/vcard.ts";
import type { SiteSettings, SiteSources } from "../basis.ts";
import type { Decoders } from "../photos/run-decoder.ts";
import type { ReleaseFiles } from "../release-files.ts";
import { addBrandFiles } from "./brand-files.ts";
import { linkedIcons } from "./brand-mark.ts";
import { photoFiles, publishedPaths, withoutHidden } from "./payloads.ts";
import { buildPictures } from "./pictures.ts";
import { renderFacts } from "./render-facts.ts";

export interface ContentFilesOptions extends Decoders {
  readonly files: ReleaseFiles;
  /** Where pictures, cards and icons are cached between publications. */
  readonly cacheDir: string;
  /** How many photographs are encoded in parallel. */
  readonly parallel?: number;
  /** The moment that decides which notice and prices apply. */
  readonly now?: Date;
  /** How many opinions with proof there are. */
  readonly received?: number;
  readonly onPicture?: (done: number, total: number, photo: string) => void;
}

/**
 * Adds the files that depend on content alone (pictures, icons, logo, small files) and returns the data for rendering pages.
 * Throws a PictureError for problems that the owner has to fix.
 */
export async function buildContentFiles(
  { source, siteUrl, retentionDays, production, api }: SiteSources,
  { files, cacheDir, codeDir, parallel, now = new Date(), received, onPicture }: ContentFilesOptions,
) {
  const { folder } = source;
  const day = dayInWarsaw(now);
  const content = withoutHidden(contentOn(source.content, day));
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
  for (const [address, text] of Object.entries(staticFiles(content, { siteUrl, api }, published))) {
    await files.write(address, text);
  }
  const came = received === undefined ? undefined : { count: received, until: day };
  const facts = renderFacts(content, pictures, { siteUrl, retentionDays, production, logo, received: came });
  return { content, published, mark, icons: linkedIcons(mark), facts };
}

/** The small files around the pages, by address: manifest, robots, sitemap, browserconfig, the contact card (B1.5, B8.1, B8.4). */
export function staticFiles(
  { site }: Content,
  { siteUrl, api }: Pick<SiteSettings, "siteUrl" | "api">,
  published: readonly string[],
): Record<string, string> {
  return {
    "/site.webmanifest": webManifest(site),
    "/robots.txt": `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
    "/sitemap.xml": sitemap(siteUrl, published),
    "/browserconfig.xml": browserConfig,
    "/wizytowka.vcf": toVcard(site, siteUrl),
    "/runtime-config.json": JSON.stringify(api),
  };
}

function webManifest({ name, descriptor }: Content["site"]): string {
  return JSON.stringify({
    id: "/",
    name: `${name} – ${descriptor}`,
    short_name: name,
    lang: "pl",
    start_url: "/",
    scope: "/",
    display: "standalone",
    theme_color: "#ffffff",
    background_color: "#ffffff",
    icons: [
      ...["192", "512"].map((size) => icon(`/icon-${size}.png`, size, "any")),
      ...["192", "512"].map((size) => icon(`/icon-maskable-${size}.png`, size, "maskable")),
    ],
  });
}

const icon = (src: string, size: string, purpose: string) => ({
  src,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

function sitemap(siteUrl: string, published: readonly string[]): string {
  const addresses = routes
    .filter(({ path, indexed }) => indexed && published.includes(path))
    .map(({ path }) => `<url><loc>${siteUrl}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join("")}</urlset>\n`;
}

const browserConfig =
  '<?xml version="1.0" encoding="utf-8"?>\n<browserconfig><msapplication><tile><square150x150logo src="/mstile-150.png"/><TileColor>#ffffff</TileColor></tile></msapplication></browserconfig>\n';

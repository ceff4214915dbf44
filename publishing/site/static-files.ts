import { routes } from "../../app/routes.ts";
import type { Content } from "../../content-model/content.ts";
import { toVcard } from "../../content-model/vcard.ts";
import type { Config } from "../../server/config.ts";

/** The small files around the pages, by address: manifest, robots, sitemap, browserconfig, the contact card (B1.5, B8.1, B8.4). */
export function staticFiles(options: {
  content: Content;
  siteUrl: string;
  api: Config["api"];
  published: readonly string[];
}): Record<string, string> {
  const { content, siteUrl, api, published } = options;
  return {
    "/site.webmanifest": webManifest(content.site),
    "/robots.txt": `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
    "/sitemap.xml": sitemap(siteUrl, published),
    "/browserconfig.xml": browserConfig,
    "/wizytowka.vcf": toVcard(content.site, siteUrl),
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

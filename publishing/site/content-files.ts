import { routes } from "../../app/routes.ts";
import type { Content } from "../../content-model/content.ts";
import type { SiteSettings } from "../basis.ts";

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
    icons: ["any", "maskable"].flatMap((purpose) =>
      ["192", "512"].map((size) => {
        const src = `/icon-${purpose === "any" ? "" : "maskable-"}${size}.png`;
        return { src, sizes: `${size}x${size}`, type: "image/png", purpose };
      }),
    ),
  });
}

function sitemap(siteUrl: string, published: readonly string[]): string {
  const addresses = routes
    .filter(({ path, indexed }) => indexed && published.includes(path))
    .map(({ path }) => `<url><loc>${siteUrl}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join("")}</urlset>\n`;
}

const browserConfig =
  '<?xml version="1.0" encoding="utf-8"?>\n<browserconfig><msapplication><tile><square150x150logo src="/mstile-150.png"/><TileColor>#ffffff</TileColor></tile></msapplication></browserconfig>\n';

/** The business card as vCard 3.0 (RFC 2426), which every phone's address book can read. */
export function toVcard(site: Content["site"], siteUrl: string): string {
  const { address, company } = site;
  const { streetAddress = "", addressLocality = "", addressRegion = "", postalCode = "" } = address;
  const postal = ["", "", streetAddress, addressLocality, addressRegion, postalCode, address.addressCountry];
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `FN:${escapeValue(site.name)}`,
    `N:${escapeValue(site.name)};;;;`,
    `ORG:${escapeValue(company.legalName)}`,
    `TITLE:${escapeValue(site.descriptor)}`,
    ...(site.telephone ? [`TEL;TYPE=WORK,VOICE:${site.telephone}`] : []),
    ...(site.email ? [`EMAIL;TYPE=INTERNET,WORK:${escapeValue(site.email)}`] : []),
    `ADR;TYPE=WORK:${postal.map(escapeValue).join(";")}`,
    `URL:${siteUrl}/`,
    "END:VCARD",
  ];
  return lines.map((line) => `${line}\r\n`).join("");
}

const escapeValue = (value: string): string => value.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

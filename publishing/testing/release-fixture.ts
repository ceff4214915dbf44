import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const paths = ["/", "/oferta", "/kontakt", "/dziekujemy"];
const script = "document.title";
const style = "h1{color:#000}";

export interface FixtureRelease {
  /** Contained in every page and in the files it links to. */
  readonly mark: string;
  /** Changes a page before it is written. */
  readonly change?: (html: string, path: string) => string;
}

/** Writes a small but complete release, each part of which contains the release's mark. */
export function writeRelease(folder: string, { mark, change = (html) => html }: FixtureRelease): void {
  const pages = Object.fromEntries(paths.map((path) => [path, `${path.slice(1) || "index"}.html`]));
  const files: Record<string, string> = {
    ...Object.fromEntries(paths.map((path) => [`client${fileOf(path)}`, change(pageOf(path, mark), path)])),
    "client/404.html": "<p>This page could not be found</p>",
    "client/500.html": "<p>Awaria</p>",
    [`client/assets/app-${mark}.js`]: `console.log("${mark}");`,
    [`client/payload/manifest-${mark}.json`]: JSON.stringify({
      payloads: { "/": `/payload/index-${mark}.json` },
    }),
    [`client/payload/index-${mark}.json`]: JSON.stringify({ mark }),
    [`client/pictures/hero-${mark}-640.avif`]: mark.repeat(1000),
    "site.json": JSON.stringify({
      version: mark,
      pages,
      unpublished: [],
      scriptHashes: [hashOf(script)],
      styleHashes: [hashOf(style)],
      business: {
        name: "Trening",
        phone: "+48 000 000 000",
        email: "kontakt@example.com",
        answerTime: "jutro",
        goals: [`Cel ${mark}`],
      },
    }),
    "data.json": JSON.stringify({ payloads: { "/": { hero: { headline: ["Strona", "/"] } } } }),
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (name.endsWith(".html")) writeFileSync(`${path}.br`, brotliCompressSync(text));
  }
}

const fileOf = (path: string) => `/${path.slice(1) || "index"}.html`;

function pageOf(path: string, mark: string): string {
  return (
    `<!doctype html><html data-script="/assets/app-${mark}.js" data-manifest="/payload/manifest-${mark}.json"><head>` +
    `<style>${style}</style></head><body><h1><span>Strona </span><span>${path}</span></h1>` +
    `<img src="/pictures/hero-${mark}-640.avif" alt=""><a href="/oferta#ceny">Ceny</a><p id="ceny">${mark}</p>` +
    `<a href="https://example.org/nowhere">Gdzie indziej</a>${"<p>tekst</p>".repeat(100)}` +
    `<script type="module">${script}</script><!-- end of ${mark} --></body></html>`
  );
}

const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

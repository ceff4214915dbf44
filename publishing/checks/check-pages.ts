import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readSite, type Site } from "../../server/build-facts.ts";
import { catchMissing } from "../../server/releases.ts";
import { type Check, error, type Problem, warning } from "./problem.ts";

/** A page of a release; `sentBytes` is its size with its styles, compressed. */
export interface Page {
  readonly path: string;
  readonly html: string;
  readonly sentBytes: number;
}

/** Checks the files of a release without a server or the network. */
export function checkPages(folder: string, siteUrl: string): Check[] {
  const site = readSite(folder);
  if (site === undefined) return [{ name: "Strony", problems: [error("brakuje opisu strony", "site.json")] }];
  const clientDir = join(folder, "client");
  const pages = readPages(folder, site);
  return [
    { name: "Strony", problems: pages.flatMap(checkStructure) },
    { name: "Waga stron", problems: pages.flatMap(checkWeight) },
    { name: "Odnośniki", problems: checkOwnLinks(pages, { site, clientDir, siteUrl }) },
  ];
}

export function readPages(folder: string, { pages }: Pick<Site, "pages">): Page[] {
  return Object.entries(pages).map(([path, file]) => readPage(join(folder, "client"), path, file));
}

function readPage(clientDir: string, path: string, file: string): Page {
  const name = join(clientDir, file);
  const packed = `${name}.br`;
  return {
    path,
    html: readFileSync(name, "utf8"),
    sentBytes: statSync(existsSync(packed) ? packed : name).size,
  };
}

/** Requires one main heading and unique ids. */
function checkStructure({ path, html }: Page): Problem[] {
  const headings = [...html.matchAll(/<h1\b[^>]*>(.*?)<\/h1>/gs)].map(([, inner = ""]) =>
    inner.replaceAll(/<!--.*?-->|<[^>]*>|[\u00ad\s]/gs, ""),
  );
  const count = headings.filter(Boolean).length;
  const ids = idsIn(html);
  const twice = new Set(ids.filter((id, at) => ids.indexOf(id) !== at));
  return [
    ...(headings.length === 1 && count === 1
      ? []
      : [error(`strona ma mieć jeden główny nagłówek, a ma: ${count}`, path)]),
    ...[...twice].map((id) => error(`dwa miejsca strony mają ten sam identyfikator: ${id}`, path)),
  ];
}

/** Checks internal links (with their fragment), pictures and everything that the app will fetch. */
function checkOwnLinks(
  pages: readonly Page[],
  { site, clientDir, siteUrl }: { site: Site; clientDir: string; siteUrl: string },
): Problem[] {
  const ids = new Map(pages.map(({ path, html }) => [path, new Set(idsIn(html))]));
  const isThere = (path: string, hash: string) =>
    path in site.pages
      ? hash === "" || ids.get(path)?.has(hash)
      : existsSync(join(clientDir, path)) || path === "/runtime-config.json";
  const brokenLinks = (links: readonly string[], page: string) => {
    const broken = new Set<string>();
    for (const link of links) {
      const url = URL.parse(link, siteUrl + page);
      if (url === null || url.origin !== new URL(siteUrl).origin) continue;
      const hash = decodeURIComponent(url.hash.slice(1));
      if (!isThere(decodeURIComponent(url.pathname), hash)) broken.add(url.pathname + url.hash);
    }
    return [...broken].map((target) => linkProblem(target, page));
  };
  const parts = pages.flatMap(({ html }) => partsIn(html));
  return [
    ...pages.flatMap(({ path, html }) => brokenLinks(linksIn(html), path)),
    ...brokenLinks([...parts, ...payloadsIn(clientDir, parts)], "/"),
  ];
}

export const linkProblem = (target: string, page: string) =>
  error(`odnośnik prowadzi donikąd: ${target}`, page);

const idsIn = (html: string) => attributesIn(html, "id");

/** Addresses of links, pictures and forms. */
export function linksIn(html: string): string[] {
  return [
    ...["href", "src", "action"].flatMap((name) => attributesIn(html, name)),
    ...attributesIn(html, "content").filter((text) => /^https?:/.test(text)),
    ...["srcset", "imagesrcset"].flatMap((name) =>
      attributesIn(html, name).flatMap((set) =>
        set.split(",").map((part) => part.trim().split(" ")[0] ?? ""),
      ),
    ),
  ].filter(Boolean);
}

/** Scripts, styles and data that a document makes the app load. */
function partsIn(html: string): string[] {
  return ["script", "preloads", "fonts", "manifest", "late"]
    .flatMap((name) => attributesIn(html, `data-${name}`).flatMap((list) => list.split(" ")))
    .filter(Boolean);
}

function payloadsIn(clientDir: string, parts: readonly string[]): string[] {
  const manifest = parts.find((address) => address.endsWith(".json"));
  const text = manifest && catchMissing(() => readFileSync(join(clientDir, manifest), "utf8"), undefined);
  return text ? Object.values(JSON.parse(text).payloads as Record<string, string>) : [];
}

function attributesIn(html: string, name: string): string[] {
  const tags =
    html.replaceAll(/<(script|style)\b([^>]*)>.*?<\/\1>/gs, "<$1$2>").match(/<[a-z][^>]*>/gi) ?? [];
  const pattern = new RegExp(`\\s${name}="([^"]*)"`, "i");
  return tags.flatMap((tag) => {
    const value = pattern.exec(tag)?.[1];
    return value === undefined ? [] : [value.replaceAll("&amp;", "&")];
  });
}

/** Limits in bytes transferred. */
export const budgets = {
  /** A document with its style sheet, compressed: fits in a connection's first ten packets. Above it a page is merely slower. */
  document: 14_600,
  /** Above it a page is not published: that much text belongs on several pages. */
  heaviestDocument: 64_000,
};

/** Whether a page is too heavy for a phone with a weak signal. */
export function checkWeight({ path, sentBytes }: Pick<Page, "path" | "sentBytes">): Problem[] {
  const weight = `strona waży ${kilobytes(sentBytes)}`;
  if (sentBytes > budgets.heaviestDocument) {
    return [error(`${weight}, a może najwyżej ${kilobytes(budgets.heaviestDocument)}; skróć teksty`, path)];
  }
  if (sentBytes > budgets.document) {
    return [
      warning(
        `${weight}; do ${kilobytes(budgets.document)} otwiera się najszybciej, więc warto skrócić teksty`,
        path,
      ),
    ];
  }
  return [];
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).replace(".", ",")} kB`;

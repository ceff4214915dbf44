import { hash } from "node:crypto";
import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { getMimeType, mimes } from "hono/utils/mime";
import { LoggableError } from "../enquiries/log.ts";
import type { Site } from "./build-facts.ts";
import { type Encoding, encodings } from "./content-encoding.ts";

export type StaticFile = {
  /** Whether it is named by its content: browsers cache it forever, and it is never a page. */
  immutable: boolean;
  /** Always includes identity. */
  variants: Partial<Record<Encoding, Variant>>;
};

export type Variant = {
  /** The bytes, or the path of a file to be streamed from disk. */
  body: Uint8Array<ArrayBuffer> | string;
  headers: Record<string, string> & { "Content-Length": string; ETag: string };
};

/** The ends of file names. */
const endings = { br: ".br", gzip: ".gz", identity: "" };

/** Folders of files that are named by their content. */
export const immutableFolders = ["assets", "cards", "payload", "pictures"];
const immutablePath = new RegExp(`^/(?:${immutableFolders.join("|")})/`);

/** Browsers cache content-named files for a year and revalidate all others (`current`). */
export const cacheControl = { immutable: "public, max-age=31536000, immutable", current: "no-cache" };

// Keeps the process well under 120 MB; everything but large pictures fits easily.
const siteBudgetBytes = 16 * 1024 * 1024;

export type SiteFiles = ReturnType<typeof loadSiteFiles>;

/**
 * Loads the client folder of a release: `files` are every file and page, by its only address. A page's address is its path; error pages
 * have none. What `earlier` holds of the release before is not read again.
 */
export function loadSiteFiles(
  clientDir: string,
  { pages }: Pick<Site, "pages">,
  earlier?: Map<string, StaticFile>,
) {
  const files = loadStaticFiles(clientDir, siteBudgetBytes, earlier);
  // Meant for other hosts.
  files.delete("/_headers");
  const notFoundPage = takeFile(files, "/404.html");
  const serverErrorPage = takeFile(files, "/500.html");
  // Releases of earlier versions lack it.
  const overloadPage = files.has("/503.html") ? takeFile(files, "/503.html") : serverErrorPage;
  for (const [path, file] of Object.entries(pages)) files.set(path, takeFile(files, `/${file}`));
  return { files, notFoundPage, serverErrorPage, overloadPage };
}

function takeFile(files: Map<string, StaticFile>, address: string): StaticFile {
  const file = files.get(address);
  if (file === undefined) throw new LoggableError(`The build lacks ${address}`);
  files.delete(address);
  return file;
}

/**
 * Loads a folder for serving, by address (`/robots.txt`), with `X.br` and `X.gz` as encodings of `X`. Pages and other files that may
 * change are kept in memory, content-named ones, smallest first, up to `memoryBudgetBytes`; the rest, large pictures, is streamed from disk.
 * Content-named files of `earlier` are not read again.
 */
export function loadStaticFiles(
  folder: string,
  memoryBudgetBytes: number,
  earlier?: ReadonlyMap<string, StaticFile>,
) {
  const found = listFiles(folder);
  const isEncoded = (address: string) =>
    /\.(?:br|gz)$/.test(address) && found.has(address.replace(/\.\w+$/, ""));
  const groups = [...found.keys()]
    .filter((address) => !isEncoded(address))
    .map((address) => {
      const variants = encodings.flatMap((encoding) => {
        const name = address + endings[encoding];
        const stats = found.get(name);
        return stats ? [{ encoding, stats, path: join(folder, name) }] : [];
      });
      return { address, variants, totalBytes: variants.reduce((sum, { stats }) => sum + stats.size, 0) };
    })
    .sort((a, b) => a.totalBytes - b.totalBytes);
  const files = new Map<string, StaticFile>();
  let leftBytes = memoryBudgetBytes;
  for (const { address, variants, totalBytes } of groups) {
    const inMemory = !immutablePath.test(address) || totalBytes <= leftBytes;
    if (inMemory) leftBytes -= totalBytes;
    const same = earlier?.get(address);
    if (inMemory && same?.immutable && same.variants.identity?.body instanceof Uint8Array) {
      files.set(address, same);
      continue;
    }
    const sources = variants.map(({ encoding, stats, path }) => ({
      encoding,
      body: inMemory ? new Uint8Array(readFileSync(path)) : path,
      sizeBytes: stats.size,
    }));
    files.set(address, createFile(address, sources));
  }
  return files;
}

function listFiles(folder: string): Map<string, Stats> {
  const addresses = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/")}`);
  return new Map(addresses.map((address) => [address, statSync(join(folder, address))]));
}

/** The first content-named file with this address in one of the folders, for streaming from disk. */
export function findImmutableFile(folders: readonly string[], address: string): StaticFile | undefined {
  if (!immutablePath.test(address) || !/^\/\w+\/[\w-][\w.-]{1,200}$/.test(address)) return undefined;
  for (const folder of folders) {
    const path = join(folder, address);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile())
      return createFile(address, [{ encoding: "identity", body: path, sizeBytes: stats.size }]);
  }
  return undefined;
}

/** A file that is created at the start and exists only in memory. */
export function createMemoryFile(address: string, text: string): StaticFile {
  const body = new TextEncoder().encode(text);
  return createFile(address, [{ encoding: "identity", body, sizeBytes: body.length }]);
}

type Source = Pick<Variant, "body"> & { encoding: Encoding; sizeBytes: number };

/** Combines the encodings of one file. */
function createFile(address: string, sources: readonly Source[]): StaticFile {
  const immutable = immutablePath.test(address);
  const variants: StaticFile["variants"] = {};
  for (const { encoding, body, sizeBytes } of sources) {
    // All other files are in memory.
    const version = immutable ? basename(address) : hash("sha256", body, "base64url").slice(0, 22);
    const headers: Variant["headers"] = {
      "Content-Type": getMimeType(address, contentTypes) ?? "application/octet-stream",
      "Content-Length": String(sizeBytes),
      "Cache-Control": immutable ? cacheControl.immutable : cacheControl.current,
      ETag: `"${version}${encoding === "identity" ? "" : `-${encoding}`}"`,
      ...(sources.length > 1 && { Vary: "Accept-Encoding" }),
      ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    };
    variants[encoding] = { body, headers };
  }
  return { immutable, variants };
}

const contentTypes = { ...mimes, vcf: "text/vcard; charset=utf-8" };

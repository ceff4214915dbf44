import { hash } from "node:crypto";
import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { getMimeType, mimes } from "hono/utils/mime";
import type { Encoding } from "./content-encoding.ts";

export type StaticFile = {
  /** Whether it is named by its content: browsers cache it forever, and it is never a page. */
  immutable: boolean;
  /** Best first; always includes identity. */
  encodings: readonly Encoding[];
  variants: Partial<Record<Encoding, Variant>>;
};

export type Variant = {
  /** The bytes, or the path of a file to be streamed from disk. */
  body: Uint8Array<ArrayBuffer> | string;
  sizeBytes: number;
  etag: string;
  headers: Record<string, string>;
};

/** The ends of file names, best encoding first. */
const endings: readonly (readonly [Encoding, string])[] = [
  ["br", ".br"],
  ["gzip", ".gz"],
  ["identity", ""],
];

/** Folders of files that are named by their content. */
export const immutableFolders = ["assets", "cards", "payload", "pictures"];
const immutablePath = new RegExp(`^/(?:${immutableFolders.join("|")})/`);

/** Browsers cache content-named files for a year and revalidate all others (`current`). */
export const cacheControl = { immutable: "public, max-age=31536000, immutable", current: "no-cache" };

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
      const variants = endings.flatMap(([encoding, ending]) => {
        const stats = found.get(address + ending);
        return stats ? [{ encoding, stats, path: join(folder, address + ending) }] : [];
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

type Source = Pick<Variant, "body" | "sizeBytes"> & { encoding: Encoding };

/** Combines the encodings of one file, best first. */
function createFile(address: string, sources: readonly Source[]): StaticFile {
  const immutable = immutablePath.test(address);
  const variants: StaticFile["variants"] = {};
  for (const { encoding, body, sizeBytes } of sources) {
    // All other files are in memory.
    const version = immutable ? basename(address) : hash("sha256", body, "base64url").slice(0, 22);
    const etag = `"${version}${encoding === "identity" ? "" : `-${encoding}`}"`;
    const headers: Record<string, string> = {
      "Content-Type": getMimeType(address, contentTypes) ?? "application/octet-stream",
      "Content-Length": String(sizeBytes),
      "Cache-Control": immutable ? cacheControl.immutable : cacheControl.current,
      ETag: etag,
      ...(sources.length > 1 && { Vary: "Accept-Encoding" }),
      ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    };
    variants[encoding] = { body, sizeBytes, etag, headers };
  }
  return { immutable, encodings: sources.map(({ encoding }) => encoding), variants };
}

const contentTypes = { ...mimes, vcf: "text/vcard; charset=utf-8" };

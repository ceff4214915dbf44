import { createHash } from "node:crypto";
import { readdirSync, type Stats, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
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
  body: Bytes | string;
  sizeBytes: number;
  etag: string;
  headers: Record<string, string>;
};

export type Bytes = Uint8Array<ArrayBuffer>;

type Read = (path: string, stats: Stats) => Bytes;

const encodedAs = { br: ".br", gzip: ".gz", identity: "" } satisfies Record<Encoding, string>;

/** Folders of files that are named by their content. */
export const immutableFolders = ["assets", "cards", "payload", "pictures"];
const immutablePath = new RegExp(`^/(?:${immutableFolders.join("|")})/`);

/** Browsers cache content-named files for a year and revalidate all others (`current`). */
export const cacheControl = { immutable: "public, max-age=31536000, immutable", current: "no-cache" };

/**
 * Loads a folder for serving, by address (`/robots.txt`), with `X.br` and `X.gz` as encodings of `X`. Files are kept in memory, smallest
 * first, up to `memoryBudgetBytes`; the rest, large pictures, is streamed from disk.
 */
export function loadStaticFiles(
  folder: string,
  options: { memoryBudgetBytes: number; read: Read },
): Map<string, StaticFile> {
  return loadFiles(folder, listFiles(folder), options);
}

/**
 * Loads only content-named files that are not known yet, for streaming from disk. Nothing else of an older release is requested, and newer
 * releases have most of its files.
 */
export function loadImmutableFiles(
  folder: string,
  known: ReadonlyMap<string, unknown>,
): Map<string, StaticFile> {
  const isNew = (address: string) =>
    immutablePath.test(address) && !known.has(address) && !known.has(address.replace(/\.(?:br|gz)$/, ""));
  return loadFiles(folder, listFiles(folder, isNew), { memoryBudgetBytes: 0 });
}

function loadFiles(
  folder: string,
  found: ReadonlyMap<string, Stats>,
  { memoryBudgetBytes, read }: { memoryBudgetBytes: number; read?: Read },
): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  let leftBytes = memoryBudgetBytes;
  for (const { address, encodings, totalBytes } of groupEncodings(found)) {
    const inMemory = totalBytes <= leftBytes;
    if (inMemory) leftBytes -= totalBytes;
    const immutable = immutablePath.test(address);
    const sources = encodings.map((encoding) => {
      const path = join(folder, address + encodedAs[encoding]);
      const stats = found.get(address + encodedAs[encoding]) as Stats;
      // The name of an immutable file contains its hash, so the file need not be read.
      const bytes = inMemory || !immutable ? read?.(path, stats) : undefined;
      const version = immutable
        ? address.slice(address.lastIndexOf("/") + 1)
        : hashOf(bytes ?? new Uint8Array());
      return { encoding, body: inMemory && bytes ? bytes : path, sizeBytes: stats.size, version };
    });
    files.set(address, createFile(address, sources));
  }
  return files;
}

/** A file that is created at the start and exists only in memory. */
export function createMemoryFile(address: string, text: string): StaticFile {
  const body = new TextEncoder().encode(text);
  return createFile(address, [{ encoding: "identity", body, sizeBytes: body.length, version: hashOf(body) }]);
}

function listFiles(folder: string, isWanted = (_address: string) => true): Map<string, Stats> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths
      .map((path) => [`/${relative(folder, path).split(sep).join("/")}`, path] as const)
      .filter(([address]) => isWanted(address))
      .map(([address, path]) => [address, statSync(path)]),
  );
}

function groupEncodings(found: ReadonlyMap<string, Stats>) {
  const order: Encoding[] = ["br", "gzip", "identity"];
  return [...found.keys()]
    .filter((address) => !(/\.(?:br|gz)$/.test(address) && found.has(address.replace(/\.\w+$/, ""))))
    .map((address) => {
      const encodings = order.filter((encoding) => found.has(address + encodedAs[encoding]));
      const totalBytes = encodings.reduce(
        (sum, encoding) => sum + (found.get(address + encodedAs[encoding])?.size ?? 0),
        0,
      );
      return { address, encodings, totalBytes };
    })
    .sort((a, b) => a.totalBytes - b.totalBytes);
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
}

type Source = { encoding: Encoding; body: Variant["body"]; sizeBytes: number; version: string };

/** Combines the encodings of one file, best first. */
function createFile(address: string, sources: readonly Source[]): StaticFile {
  const immutable = immutablePath.test(address);
  const variants: StaticFile["variants"] = {};
  for (const { encoding, body, sizeBytes, version } of sources) {
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

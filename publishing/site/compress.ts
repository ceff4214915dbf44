import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressible = new Set([
  ".html",
  ".css",
  ".js",
  ".json",
  ".svg",
  ".xml",
  ".txt",
  ".webmanifest",
  ".vcf",
  ".ico",
  ".map",
]);

export const isCompressible = (name: string) => compressible.has(extname(name));

/** Writes a .br and a .gz beside every file of `folder` that gets smaller by it. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        if (!isCompressible(path)) return;
        for (const [ending, bytes] of await compressedVariants(path, await readFile(path))) {
          await writeFile(path + ending, bytes);
        }
      }),
  );
}

/** The compressed forms of a file, by the ending that they add to its name; those that are no smaller are left out. */
export async function compressedVariants(name: string, plain: Uint8Array): Promise<[string, Buffer][]> {
  if (!isCompressible(name)) return [];
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  const all: [string, Buffer][] = [
    [".br", br],
    [".gz", gz],
  ];
  return all.filter(([, bytes]) => bytes.length < plain.length);
}

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export const isCompressible = (name: string) =>
  /\.(?:html|css|js|json|svg|xml|txt|webmanifest|vcf|ico|map)$/.test(name);

/** Writes a .br and .gz variant next to every file of `folder` that compresses. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && isCompressible(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      for (const [ending, bytes] of await compressedVariants(path, await readFile(path))) {
        await writeFile(path + ending, bytes);
      }
    }),
  );
}

/** The compressed variants of a file, by the suffix that they add to its name; those that are no smaller are omitted. */
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

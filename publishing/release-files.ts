import { hash } from "node:crypto";
import { constants, copyFile, link, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import { ignoreMissing } from "../server/durable-files.ts";

export type ReleaseFiles = ReturnType<typeof createReleaseFiles>;

const variants = [".br", ".gz"];

/** Part of the name of a file that browsers may keep. */
export const hashOf = (content: string | Uint8Array) => hash("sha256", content).slice(0, 10);

/** The files of an unfinished release, by address. Those unchanged since the release in `previousDir` are hard links to it. */
export function createReleaseFiles(clientDir: string, previousDir?: string) {
  const addresses: string[] = [];

  async function prepare(address: string): Promise<string> {
    const path = join(clientDir, address);
    await mkdir(dirname(path), { recursive: true });
    addresses.push(address);
    return path;
  }

  // Throws if the file exists: it may be a hard link, whose bytes belong to other releases, too.
  const writeNew = (path: string, bytes: Uint8Array) => writeFile(path, bytes, { flag: "wx" });

  return {
    /** Adds a text or picture, compressed unless the previous release already has it. */
    async write(address: string, content: string | Uint8Array): Promise<void> {
      const bytes = Buffer.from(content);
      const path = await prepare(address);
      const before = previousDir && join(previousDir, address);
      if (before && (await readFile(before).catch(() => undefined))?.equals(bytes)) {
        return linkWithVariants(before, path);
      }
      await writeNew(path, bytes);
      for (const [ending, compressed] of await compressedVariants(path, bytes)) {
        await writeNew(path + ending, compressed);
      }
    },
    /** Adds an immutable file with its compressed variants. */
    async link(address: string, source: string): Promise<void> {
      await linkWithVariants(source, await prepare(address));
    },
    /** All files so far, without compressed variants. */
    addresses: () => addresses,
  };
}

async function linkWithVariants(source: string, path: string): Promise<void> {
  await linkFile(source, path);
  if (!isCompressible(path)) return;
  for (const ending of variants) await linkFile(source + ending, path + ending).catch(ignoreMissing);
}

/** Copies if the file systems differ or lack hard links, or if another file takes the place of `source` at that moment (ENOENT). */
export async function linkFile(source: string, path: string): Promise<void> {
  try {
    await link(source, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    await rm(path, { force: true });
    if (code === "EEXIST") await linkFile(source, path);
    else await copyFile(source, path, constants.COPYFILE_FICLONE);
  }
}

const isCompressible = (name: string) =>
  /\.(?:html|css|js|json|svg|xml|txt|webmanifest|vcf|ico|map)$/.test(name);

/** Writes a .br and .gz variant next to every file of `folder` that compresses. */
export async function compressFolder(folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter(isCompressible);
  const compress = async (path: string) => {
    for (const [ending, bytes] of await compressedVariants(path, await readFile(path)))
      await writeFile(path + ending, bytes);
  };
  await Promise.all(names.map((name) => compress(join(folder, name))));
}

/** The compressed variants of a file, by the suffix that they add to its name; those that are no smaller are omitted. */
export async function compressedVariants(name: string, plain: Uint8Array): Promise<[string, Buffer][]> {
  if (!isCompressible(name)) return [];
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  const compressed = { ".br": br, ".gz": gz };
  return Object.entries(compressed).filter(([, bytes]) => bytes.length < plain.length);
}

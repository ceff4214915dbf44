import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { create, Parser, type ReadEntry } from "tar";
import * as z from "zod/mini";
import { linkFile } from "../../../publishing/release-files.ts";
import { Refusal } from "./restore-journal.ts";

/** `name`: in the backup. */
export type ArchivedFile = { name: string; path: string };

/** The archive's last entry. The others are named by their SHA-256, so identical files are stored once. */
const manifestName = "manifest.json";
const hashPattern = /^[0-9a-f]{64}$/;
const namePattern =
  /^(?:database\.sqlite|(?:settings|erasures)\.json|(?:content|published)(?:\/(?!\.\.?(?:\/|$))[^/\\\0]+)+)$/;
const maxManifestBytes = 16 * 1024 * 1024;
const maxEntries = 10_000;
const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** SHA-256 of every file by its name. Draft and published content may both name each entry. */
  files: z
    .record(z.string().check(z.regex(namePattern)), z.string().check(z.regex(hashPattern)))
    .check(z.refine((files) => Object.keys(files).length <= 2 * maxEntries)),
});

/** Writes a tar archive that any program opens; `workDir`, for temporary files, is on the same disk. */
export async function writeArchive(
  file: string,
  sources: readonly ArchivedFile[],
  { workDir, now }: { workDir: string; now: Date },
): Promise<void> {
  const folder = join(workDir, "stored");
  await mkdir(folder);
  const files: Record<string, string> = {};
  for (const { name, path } of sources) {
    const held = join(folder, "next");
    // A link, because the owner may replace the file between being hashed and being archived.
    await linkFile(path, held);
    const hash = await digest(createReadStream(held));
    files[name] = hash;
    await rename(held, join(folder, hash));
    // Renaming one link to another of the same file does nothing.
    await rm(held, { force: true });
  }
  const manifest = { format: 1, madeAt: now.toISOString(), files };
  await writeFile(join(folder, manifestName), JSON.stringify(manifest, null, 2));
  const names = [...new Set(Object.values(files)), manifestName];
  await create({ file: resolve(file), cwd: folder, portable: true, strict: true }, names);
}

/**
 * Unpacks a backup into an empty folder and verifies every file. Undefined unless it is an undamaged backup of plain files whose
 * archive fits into `room` bytes; throws if the unpacked files do not fit, or if the disk fails.
 */
export async function unpackArchive(archive: Readable, folder: string, room: number) {
  const stored = join(folder, "stored");
  await mkdir(stored, { recursive: true, mode: 0o700 });
  const manifest = await readArchive(archive, { room, folder: stored });
  if (manifest === undefined) return undefined;
  const placed = new Map<string, string>();
  let bytes = 0;
  for (const [name, hash] of Object.entries(manifest.files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const twin = placed.get(hash);
    bytes += (await stat(twin ?? join(stored, hash))).size;
    // A forged manifest may name one large entry thousands of times.
    if (bytes > room) throw new Refusal("Na dysku nie ma dość miejsca.");
    await (twin === undefined ? rename(join(stored, hash), path) : copyFile(twin, path));
    placed.set(hash, path);
  }
  await rm(stored, { recursive: true });
  return manifest;
}

/** Verifies a backup, and stores its entries by their hash if there is a `folder`; undefined and errors as `unpackArchive`. */
export async function readArchive(archive: Readable, { room, folder }: { room: number; folder?: string }) {
  const hashes = new Set<string>();
  let manifest: Promise<z.output<typeof manifestSchema>> | undefined;
  let entries = 0;
  let bytes = 0;
  const pending: Promise<void>[] = [];
  const stopped = new AbortController();
  const stop = (reason: unknown) => stopped.abort(reason);

  function isExpected({ path, type, size }: ReadEntry): boolean {
    entries += 1;
    bytes += size;
    const isFile = type === "File" || type === "OldFile";
    const isKnown = hashPattern.test(path) || (path === manifestName && size <= maxManifestBytes);
    // The manifest is the last.
    return isFile && isKnown && manifest === undefined && entries <= maxEntries && bytes <= room;
  }

  async function verify(entry: ReadEntry): Promise<void> {
    if (!isExpected(entry)) throw new Error("not a backup");
    if (entry.path === manifestName) {
      manifest = entry.concat().then((bytes) => manifestSchema.parse(JSON.parse(bytes.toString())));
      await manifest;
    } else if ((await digest(entry, folder && join(folder, entry.path))) === entry.path)
      hashes.add(entry.path);
    else throw new Error("not a backup");
  }

  // The library treats a negative size as none, and rejects wrong checksums and truncated archives.
  const parser = new Parser({
    strict: true,
    // Compressed archives are not ours and could grow without end.
    maxDecompressionRatio: 1,
    onReadEntry: (entry) => void pending.push(verify(entry).catch(stop)),
  });
  await pipeline(archive, parser as unknown as Writable, { signal: stopped.signal }).catch(stop);
  // An entry that a stop has cut off never ends.
  if (!stopped.signal.aborted) await Promise.all(pending);
  const failure = stopped.signal.reason as NodeJS.ErrnoException | undefined;
  // Only an error of the system, such as a full disk, has an errno.
  if (failure?.errno !== undefined) throw failure;
  if (failure !== undefined) return undefined;
  const found = await manifest;
  return found && Object.values(found.files).every((hash) => hashes.has(hash)) ? found : undefined;
}

/** SHA-256 of a stream, which is also written to a file if `path` is given. */
async function digest(source: AsyncIterable<Buffer>, path?: string): Promise<string> {
  const hash = createHash("sha256");
  await using file = path === undefined ? undefined : await open(path, "w", 0o600);
  for await (const chunk of source) {
    hash.update(chunk);
    await file?.writeFile(chunk);
  }
  return hash.digest("hex");
}

import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { type Entry, readEntries } from "./tar.ts";

export const manifestName = "manifest.json";

/** The backup's last entry. */
export interface Manifest {
  readonly format: 1;
  /** ISO time. */
  readonly madeAt: string;
  /** SHA-256 of every file by its path; identical files are stored once. */
  readonly files: Readonly<Record<string, string>>;
}

const damaged = { ok: false, problem: "Ten plik nie jest kopią strony albo jest uszkodzony." } as const;
const partBytes = 1024 * 1024;
const longestManifest = 16 * 1024 * 1024;

/** Opens a full backup and verifies every file in it, so that damage is found before anything is restored (P8.3). */
export async function openFullBackup(file: string) {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return { ok: false, problem: `Nie ma pliku ${file}.` } as const;
  const archive: Archive = { handle, buffer: Buffer.alloc(partBytes) };
  const read = await readWhole(archive).catch(() => undefined);
  if (read === undefined) {
    await handle.close();
    return damaged;
  }
  const { manifest, entries } = read;
  return {
    ok: true,
    backup: {
      manifest,
      /** Writes the files whose path begins with `name` into a folder, under the rest of their path. */
      async extract(name: string, folder: string): Promise<void> {
        for (const [path, hash] of Object.entries(manifest.files)) {
          if (path !== name && !path.startsWith(`${name}/`)) continue;
          const target = join(folder, path === name ? name : relative(name, path));
          if (relative(folder, target).startsWith("..")) throw new Error(`${path} leads out of the backup`);
          await mkdir(dirname(target), { recursive: true });
          await write(archive, entries.get(hash) as Entry, target);
        }
      },
      close: () => handle.close(),
    },
  } as const;
}

/** All reads share one buffer, so that memory does not grow with the backup. */
interface Archive {
  readonly handle: FileHandle;
  readonly buffer: Buffer;
}

async function readWhole(archive: Archive) {
  const list = await readEntries(archive.handle);
  const last = list?.at(-1);
  if (list === undefined || last?.name !== manifestName || last.size > longestManifest) return undefined;
  const parts: Buffer[] = [];
  for await (const part of bytesOf(archive, last)) parts.push(Buffer.from(part));
  const manifest = JSON.parse(Buffer.concat(parts).toString()) as Manifest;
  const entries = new Map(list.map((entry) => [entry.name, entry]));
  for (const hash of new Set(Object.values(manifest.files))) {
    const entry = entries.get(hash);
    if (entry === undefined || (await hashIn(archive, entry)) !== hash) return undefined;
  }
  return manifest.format === 1 ? { manifest, entries } : undefined;
}

async function hashIn(archive: Archive, entry: Entry): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of bytesOf(archive, entry)) hash.update(part);
  return hash.digest("hex");
}

async function write(archive: Archive, entry: Entry, target: string): Promise<void> {
  await using handle = await open(target, "w", 0o600);
  for await (const part of bytesOf(archive, entry)) await handle.writeFile(part);
  await handle.sync();
}

/** Each part is valid until the next one is requested. */
async function* bytesOf({ handle, buffer }: Archive, { start, size }: Entry): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; ) {
    const length = Math.min(partBytes, size - done);
    const { bytesRead } = await handle.read(buffer, 0, length, start + done);
    if (bytesRead === 0) return;
    done += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

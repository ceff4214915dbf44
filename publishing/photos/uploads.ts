import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { appendPart, type FilePart, receivedBytes, removeOld } from "../../server/durable-files.ts";
import { type ImportedPhoto, maxPhotoBytes, refused } from "./import-photo.ts";

export interface UploadDeps {
  /** Where incomplete uploads are stored. */
  readonly uploadsDir: string;
  take(bytes: Buffer, name: string): Promise<ImportedPhoto>;
  readonly freeDiskBytes: () => Promise<number>;
  readonly now: () => Date;
}

export interface PhotoPart extends FilePart {
  readonly name: string;
}

export type Upload =
  | ImportedPhoto
  /** How many bytes have arrived, which is the next part's offset. */
  | { readonly kind: "partial"; readonly received: number };

const maxUnfinished = 50;
/** Left free for enquiries, which matter more than a photograph. */
const keptFreeBytes = 200 * 1024 * 1024;
const dayMs = 86_400_000;

/** Uploads of photographs in parts, identified by their SHA-256. Unfinished uploads are removed after a day (P5.1, T16). */
export function createUploads({ uploadsDir, take, freeDiskBytes, now }: UploadDeps) {
  const inWork = new Map<string, Promise<Upload>>();
  const pathOf = (hash: string) => join(uploadsDir, hash);
  const receivedOf = (hash: string) => receivedBytes(pathOf(hash));

  async function store(hash: string, { name, ...part }: PhotoPart): Promise<Upload> {
    if (part.size > maxPhotoBytes) return refused("tooManyBytes");
    if ((await freeDiskBytes()) < part.bytes.length + keptFreeBytes) return refused("noRoom");
    await mkdir(uploadsDir, { recursive: true, mode: 0o700 });
    if ((await receivedOf(hash)) === 0) await makeRoom();
    const received = await appendPart(pathOf(hash), part);
    return received === part.size ? finish(hash, name) : { kind: "partial", received };
  }

  async function finish(hash: string, name: string): Promise<Upload> {
    const bytes = await readFile(pathOf(hash));
    const isWhole = createHash("sha256").update(bytes).digest("hex") === hash;
    const taken: Upload = isWhole ? await take(bytes, name) : { kind: "partial", received: 0 };
    await rm(pathOf(hash), { force: true });
    return taken;
  }

  /** Removes uploads that are a day old, or all of them if there are too many. */
  async function makeRoom(): Promise<void> {
    const isFull = (await readdir(uploadsDir)).length >= maxUnfinished;
    await removeOld(uploadsDir, /./, isFull ? Number.POSITIVE_INFINITY : now().getTime() - dayMs);
  }

  return {
    receivedOf,
    /**
     * Handles an upload's parts one at a time, even if the same part arrives twice at once. A client that lost the connection during
     * the import and retries gets the same result.
     */
    append(hash: string, part: PhotoPart): Promise<Upload> {
      const last = inWork.get(hash) ?? Promise.resolve(undefined);
      const next = last
        .catch(() => undefined)
        .then((before) => (before && before.kind !== "partial" ? before : store(hash, part)));
      inWork.set(hash, next);
      const forget = () => inWork.get(hash) === next && inWork.delete(hash);
      next.then(forget, forget);
      return next;
    },
  };
}

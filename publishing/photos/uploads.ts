import { createHash } from "node:crypto";
import { appendFile, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { photoProblems } from "./photo-problem.ts";
import type { TakenPhoto } from "./take-photo.ts";

export interface UploadDeps {
  /** Where photographs lie until all of their bytes are there. */
  readonly uploadsDir: string;
  take(bytes: Buffer, name: string): Promise<TakenPhoto>;
  readonly now: () => Date;
}

export interface Part {
  /** How many bytes came before it. */
  readonly from: number;
  /** Bytes of the whole photograph. */
  readonly size: number;
  readonly name: string;
  readonly bytes: Buffer;
}

export type Upload =
  | TakenPhoto
  /** How much of it is here: the next part goes on from there. */
  | { readonly kind: "partial"; readonly received: number };

const maxBytes = 25_000_000;
const maxUnfinished = 50;
const dayMs = 86_400_000;

/**
 * Photographs that come in parts, each named by the SHA-256 of its bytes, so that a lost connection costs one part. A part that comes
 * twice changes nothing. What nobody finishes is gone after a day.
 */
export function createUploads({ uploadsDir, take, now }: UploadDeps) {
  const inWork = new Map<string, Promise<Upload>>();
  const pathOf = (hash: string) => join(uploadsDir, hash);

  async function receivedOf(hash: string): Promise<number> {
    return (await stat(pathOf(hash)).catch(() => undefined))?.size ?? 0;
  }

  async function append(hash: string, { from, size, name, bytes }: Part): Promise<Upload> {
    if (size > maxBytes)
      return { kind: "refused", problem: "tooManyBytes", words: photoProblems.tooManyBytes };
    await mkdir(uploadsDir, { recursive: true, mode: 0o700 });
    const before = await receivedOf(hash);
    if (before === 0) await makeRoom();
    if (from === before && before + bytes.length <= size)
      await appendFile(pathOf(hash), bytes, { mode: 0o600 });
    const received = await receivedOf(hash);
    return received === size ? finish(hash, name) : { kind: "partial", received };
  }

  async function finish(hash: string, name: string): Promise<Upload> {
    const bytes = await readFile(pathOf(hash));
    const isWhole = createHash("sha256").update(bytes).digest("hex") === hash;
    const taken: Upload = isWhole ? await take(bytes, name) : { kind: "partial", received: 0 };
    await rm(pathOf(hash), { force: true });
    return taken;
  }

  /** What was begun and left. */
  async function makeRoom(): Promise<void> {
    const names = await readdir(uploadsDir);
    for (const name of names) {
      const at = (await stat(pathOf(name)).catch(() => undefined))?.mtimeMs ?? 0;
      const isOld = now().getTime() - at > dayMs;
      if (isOld || names.length >= maxUnfinished) await rm(pathOf(name), { force: true });
    }
  }

  return {
    receivedOf,
    /**
     * One part after another, also when the same one comes twice at once. Whoever lost the connection while the photograph was taken
     * in, and asks again, gets the same answer.
     */
    append(hash: string, part: Part): Promise<Upload> {
      const last = inWork.get(hash) ?? Promise.resolve(undefined);
      const next = last
        .catch(() => undefined)
        .then((before) => (before && before.kind !== "partial" ? before : append(hash, part)));
      inWork.set(hash, next);
      const forget = () => inWork.get(hash) === next && inWork.delete(hash);
      next.then(forget, forget);
      return next;
    },
  };
}

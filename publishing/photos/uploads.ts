import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { appendPart, type FilePart, receivedBytes } from "../incoming-file.ts";
import { removeOld } from "../remove-old.ts";
import { photoProblems } from "./photo-problem.ts";
import { maxPhotoBytes, type TakenPhoto } from "./take-photo.ts";

export interface UploadDeps {
  /** Where photographs lie until all of their bytes are there. */
  readonly uploadsDir: string;
  take(bytes: Buffer, name: string): Promise<TakenPhoto>;
  readonly now: () => Date;
}

export interface PhotoPart extends FilePart {
  readonly name: string;
}

export type Upload =
  | TakenPhoto
  /** How much of it is here: the next part goes on from there. */
  | { readonly kind: "partial"; readonly received: number };

const maxUnfinished = 50;
const dayMs = 86_400_000;

/** Photographs that come in parts, each named by the SHA-256 of its bytes. What nobody finishes is gone after a day. */
export function createUploads({ uploadsDir, take, now }: UploadDeps) {
  const inWork = new Map<string, Promise<Upload>>();
  const pathOf = (hash: string) => join(uploadsDir, hash);
  const receivedOf = (hash: string) => receivedBytes(pathOf(hash));

  async function append(hash: string, { name, ...part }: PhotoPart): Promise<Upload> {
    if (part.size > maxPhotoBytes)
      return { kind: "refused", problem: "tooManyBytes", words: photoProblems.tooManyBytes };
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

  /** Removes what was begun a day ago; all of it where there is no room for another. */
  async function makeRoom(): Promise<void> {
    const isFull = (await readdir(uploadsDir)).length >= maxUnfinished;
    await removeOld(uploadsDir, /./, isFull ? Number.POSITIVE_INFINITY : now().getTime() - dayMs);
  }

  return {
    receivedOf,
    /**
     * One part after another, also when the same one comes twice at once. Whoever lost the connection while the photograph was taken
     * in, and asks again, gets the same answer.
     */
    append(hash: string, part: PhotoPart): Promise<Upload> {
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

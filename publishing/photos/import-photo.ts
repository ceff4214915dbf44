import { hash as digest } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { toSlug } from "../../content-model/slug.ts";
import { limitConcurrency } from "../../server/concurrency-limit.ts";
import type { Config } from "../../server/config.ts";
import {
  appendPart,
  type FilePart,
  ignoreMissing,
  isDiskFull,
  receivedBytes,
  removeOld,
  writeAtomically,
} from "../../server/durable-files.ts";
import { reservedBytes } from "../../server/health.ts";
import { ensureOwnContent } from "../own-content.ts";
import { cachedPictures } from "../site/pictures.ts";
import { type PhotoProblem, PictureError, photoProblems } from "./photo-problem.ts";
import { type Decoders, runDecoder } from "./sandbox.ts";

export type ImportedPhoto =
  | { readonly kind: "stored"; readonly file: string }
  | { readonly kind: "refused"; readonly problem: PhotoProblem; readonly message: string };

const maxPhotoBytes = 25_000_000;

export interface UploadDeps {
  /** Where incomplete uploads are stored. */
  readonly uploadsDir: string;
  importFile(bytes: Buffer, name: string): Promise<ImportedPhoto>;
  readonly freeDiskBytes: () => Promise<number>;
}

type PhotoPart = FilePart & { readonly name: string };

export type Upload =
  | ImportedPhoto
  /** How many bytes have arrived, which is the next part's offset. */
  | { readonly kind: "partial"; readonly received: number };

const maxUnfinished = 50;

/** Uploads of photographs in parts, identified by their SHA-256. `sweepLeftovers` removes unfinished ones after a day (P5.1, T16). */
export function createUploads({ uploadsDir, importFile, freeDiskBytes }: UploadDeps) {
  const inProgress = new Map<string, Promise<Upload>>();
  const inTurn = limitConcurrency({ atOnce: 1 });
  const pathOf = (hash: string) => join(uploadsDir, hash);
  const receivedOf = (hash: string) => receivedBytes(pathOf(hash));

  async function store(hash: string, { name, ...part }: PhotoPart): Promise<Upload> {
    if (part.size > maxPhotoBytes) return refused("tooManyBytes");
    if ((await freeDiskBytes()) < part.bytes.length + reservedBytes) return refused("noRoom");
    await mkdir(uploadsDir, { recursive: true, mode: 0o700 });
    if ((await receivedOf(hash)) === 0 && (await readdir(uploadsDir)).length >= maxUnfinished)
      await removeOld(uploadsDir, /./, Number.POSITIVE_INFINITY);
    const received = await appendPart(pathOf(hash), part);
    return received === part.size ? finish(hash, name) : { kind: "partial", received };
  }

  /** Reads and imports photographs one at a time, so that memory stays bounded however many are complete (P5.2). */
  const finish = (hash: string, name: string) =>
    inTurn(async (): Promise<Upload> => {
      // A flood of others may have removed it.
      const bytes = await readFile(pathOf(hash)).catch(ignoreMissing);
      const isWhole = bytes && digest("sha256", bytes) === hash;
      const imported: Upload = isWhole ? await importFile(bytes, name) : { kind: "partial", received: 0 };
      await rm(pathOf(hash), { force: true });
      return imported;
    });

  return {
    receivedOf,
    /**
     * Handles an upload's parts one at a time, even if the same part arrives twice at once. A client that lost the connection during
     * the import and retries gets the same result.
     */
    append(hash: string, part: PhotoPart): Promise<Upload> {
      const last = inProgress.get(hash) ?? Promise.resolve(undefined);
      const next = last
        .catch(() => undefined)
        .then((before) => (before && before.kind !== "partial" ? before : store(hash, part)));
      inProgress.set(hash, next);
      const forget = () => inProgress.get(hash) === next && inProgress.delete(hash);
      next.then(forget, forget);
      return next;
    },
  };
}

/** Decodes a photograph in the sandbox, makes its pictures and stores it with the content. */
export function createPhotoImporter(options: Decoders & Pick<Config, "ownContentDir" | "cacheDir">) {
  const photosDir = join(options.ownContentDir, "photos");

  return async (bytes: Buffer, wantedName: string): Promise<ImportedPhoto> => {
    if (bytes.length === 0) return refused("empty");
    if (bytes.length > maxPhotoBytes) return refused("tooManyBytes");
    const photo = await runDecoder("decode-photo.js", { args: [], input: bytes }, options);
    if (typeof photo === "string") return refused(photo);
    try {
      await ensureOwnContent(options);
      await mkdir(photosDir, { recursive: true });
      const hash = digest("sha256", photo).slice(0, 12);
      const present = (await readdir(photosDir)).find((name) => name.endsWith(`-${hash}.jpg`));
      const stem = toSlug(wantedName.replace(/^.*[/\\]/, "").replace(/\.\w{1,5}$/, "")) || "zdjecie";
      const file = present ?? `${stem}-${hash}.jpg`;
      // Made before the photograph is stored, so publishing never finds one without pictures.
      const cacheDir = join(options.cacheDir, "pictures");
      const pictures = await cachedPictures(file, photo, { ...options, cacheDir });
      if (present === undefined) {
        await writeAtomically(join(photosDir, file), photo).catch(async (error) => {
          await rm(pictures, { recursive: true });
          throw error;
        });
      }
      return { kind: "stored", file };
    } catch (error) {
      if (error instanceof PictureError) return refused(error.problem);
      if (isDiskFull(error)) return refused("noRoom");
      throw error;
    }
  };
}

function refused(problem: PhotoProblem): ImportedPhoto {
  return { kind: "refused", problem, message: photoProblems[problem] };
}

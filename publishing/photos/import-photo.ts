import { createHash } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { toSlug } from "../../content-model/slug.ts";
import { limitConcurrency } from "../../server/concurrency-limit.ts";
import { removeOld, writeAtomically } from "../../server/durable-files.ts";
import { cachedPictures } from "../site/pictures.ts";
import { isDiskFull, type PhotoProblem, PictureError, photoProblems } from "./photo-problem.ts";
import { type Decoders, runDecoder } from "./run-decoder.ts";

export interface PhotoImporterOptions extends Decoders {
  /** The photographs of the owner's content. */
  readonly photosDir: string;
  /** The cache of encoded pictures that publishing uses. */
  readonly picturesDir: string;
  readonly now: () => Date;
}

export type ImportedPhoto =
  | { readonly kind: "stored"; readonly file: string }
  | { readonly kind: "refused"; readonly problem: PhotoProblem; readonly message: string };

export const maxPhotoBytes = 25_000_000;
const hourMs = 3_600_000;

/** Imports photographs one at a time, so memory is bounded however many arrive (P5.2). */
export function createPhotoImporter(options: PhotoImporterOptions) {
  const inTurn = limitConcurrency({ atOnce: 1 });
  return (bytes: Buffer, wantedName: string): Promise<ImportedPhoto> =>
    inTurn(() => importPhoto(bytes, wantedName, options));
}

async function importPhoto(
  bytes: Buffer,
  wantedName: string,
  options: PhotoImporterOptions,
): Promise<ImportedPhoto> {
  const { photosDir, picturesDir, now } = options;
  if (bytes.length === 0) return refused("empty");
  if (bytes.length > maxPhotoBytes) return refused("tooManyBytes");
  const photo = await runDecoder("decode-photo.js", { args: [], input: bytes }, options);
  if (typeof photo === "string") return refused(photo);
  try {
    for (const folder of [photosDir, picturesDir]) {
      await mkdir(folder, { recursive: true });
      await removeOld(folder, /\.partial-/, now().getTime() - hourMs);
    }
    const hash = createHash("sha256").update(photo).digest("hex").slice(0, 12);
    const present = (await readdir(photosDir)).find((name) => name.endsWith(`-${hash}.jpg`));
    const stem = toSlug(wantedName.replace(/^.*[/\\]/, "").replace(/\.\w{1,5}$/, "")) || "zdjecie";
    const file = present ?? `${stem}-${hash}.jpg`;
    // Made before the photograph is stored, so publishing never finds one without pictures.
    const pictures = await cachedPictures(file, photo, { ...options, cacheDir: picturesDir });
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
}

export function refused(problem: PhotoProblem): ImportedPhoto {
  return { kind: "refused", problem, message: photoProblems[problem] };
}

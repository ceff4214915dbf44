import { createHash } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { toSlug } from "../../content-model/slug.ts";
import { limitConcurrency } from "../../server/concurrency-limit.ts";
import type { Config } from "../../server/config.ts";
import { writeAtomically } from "../../server/durable-files.ts";
import { ensureOwnContent } from "../own-content.ts";
import { cachedPictures } from "../site/pictures.ts";
import { isDiskFull, type PhotoProblem, PictureError, photoProblems } from "./photo-problem.ts";
import { type Decoders, runDecoder } from "./run-decoder.ts";

type PhotoImporterOptions = Decoders & Pick<Config, "ownContentDir" | "cacheDir">;

export type ImportedPhoto =
  | { readonly kind: "stored"; readonly file: string }
  | { readonly kind: "refused"; readonly problem: PhotoProblem; readonly message: string };

export const maxPhotoBytes = 25_000_000;

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
  const photosDir = join(options.ownContentDir, "photos");
  if (bytes.length === 0) return refused("empty");
  if (bytes.length > maxPhotoBytes) return refused("tooManyBytes");
  const photo = await runDecoder("decode-photo.js", { args: [], input: bytes }, options);
  if (typeof photo === "string") return refused(photo);
  try {
    await ensureOwnContent(options);
    await mkdir(photosDir, { recursive: true });
    const hash = createHash("sha256").update(photo).digest("hex").slice(0, 12);
    const present = (await readdir(photosDir)).find((name) => name.endsWith(`-${hash}.jpg`));
    const stem = toSlug(wantedName.replace(/^.*[/\\]/, "").replace(/\.\w{1,5}$/, "")) || "zdjecie";
    const file = present ?? `${stem}-${hash}.jpg`;
    // Made before the photograph is stored, so publishing never finds one without pictures.
    const pictures = await cachedPictures(file, photo, {
      ...options,
      cacheDir: join(options.cacheDir, "pictures"),
    });
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

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
  | { readonly kind: "refused"; readonly problem: PhotoProblem; readonly words: string };

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
  if (bytes.length > maxPhotoBytes) return refused("tooManyBytes");
  const detected = detectPhotoKind(bytes);
  if ("problem" in detected) return refused(detected.problem);
  const photo = await runDecoder("decode-photo.js", { args: [detected.kind], input: bytes }, options);
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

function refused(problem: PhotoProblem): ImportedPhoto {
  return { kind: "refused", problem, words: photoProblems[problem] };
}

type PhotoKind = "jpeg" | "png" | "webp" | "avif" | "heic";
type DetectedKind = { readonly kind: PhotoKind } | { readonly problem: PhotoProblem };

const heicBrands = ["heic", "heix", "heim", "heis"];
const sequenceBrands = ["avis", "hevc", "hevx", "hevm", "hevs", "msf1"];

/** Looks only at the bytes, because an upload's name and type are often wrong. */
function detectPhotoKind(bytes: Buffer): DetectedKind {
  if (bytes.length === 0) return { problem: "empty" };
  if (bytes.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff))) return { kind: "jpeg" };
  if (bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) {
    return isAnimatedPng(bytes) ? { problem: "animated" } : { kind: "png" };
  }
  if (textAt(bytes, 0) === "RIFF" && textAt(bytes, 8) === "WEBP") {
    const isAnimated = textAt(bytes, 12) === "VP8X" && ((bytes[20] ?? 0) & 2) !== 0;
    return isAnimated ? { problem: "animated" } : { kind: "webp" };
  }
  if (textAt(bytes, 4) === "ftyp") return detectByBrands(bytes);
  if (textAt(bytes, 0) === "GIF8") return { problem: "animated" };
  return { problem: "notAPhoto" };
}

/** The major brand determines the format; for `mif1` the compatible brands do. */
function detectByBrands(bytes: Buffer): DetectedKind {
  const main = textAt(bytes, 8);
  const end = Math.min(bytes.readUInt32BE(0), bytes.length);
  const compatible: string[] = [];
  for (let at = 16; at + 4 <= end && compatible.length < 32; at += 4) compatible.push(textAt(bytes, at));
  if (sequenceBrands.includes(main)) return { problem: "animated" };
  const brands = main === "mif1" ? compatible : [main];
  if (brands.includes("avif")) return { kind: "avif" };
  if (brands.some((brand) => heicBrands.includes(brand))) return { kind: "heic" };
  return { problem: "notAPhoto" };
}

/** An animated PNG has an `acTL` chunk before the first image data. */
function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const type = textAt(bytes, at + 4);
    if (type === "acTL") return true;
    if (type === "IDAT") return false;
  }
  return false;
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.toString("latin1", at, at + 4);
}

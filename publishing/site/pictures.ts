import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import type { PictureFile } from "../../app/ui/picture.tsx";
import { cachedFolder } from "../durable-files.ts";
import type { ReleaseFiles } from "../release-files.ts";
import { pictureName } from "./picture-name.ts";

const avifWidths = [400, 640, 960, 1280, 1800, 2400];
const webpWidths = [640, 1280, 1800];
// AVIF at effort 3: a third of the time of 4 for 8 % more bytes, which counts on a fresh clone.
const encoders = {
  avif: (image: Sharp) => image.avif({ quality: 55, effort: 3 }),
  webp: (image: Sharp) => image.webp({ quality: 76 }),
  jpg: (image: Sharp) => image.jpeg({ quality: 80, mozjpeg: true }),
};
/** An unusable picture; the message is Polish and names the file. */
export class PictureError extends Error {}

export interface PictureOptions {
  readonly photosDir: string;
  /** Where encoded pictures are cached between publications. */
  readonly cacheDir: string;
  readonly files: Pick<ReleaseFiles, "link">;
  /** How many photographs are encoded in parallel; each takes some 100 MB of memory. */
  readonly parallel?: number | undefined;
  readonly onProgress?: ((done: number, total: number, photo: string) => void) | undefined;
}

/** Adds the encoded pictures of photographs (AVIF, WebP, JPEG at several widths, without metadata), cached by content. */
export async function buildPictures(
  photos: readonly string[],
  options: PictureOptions,
): Promise<Map<string, PictureFile>> {
  const result = new Map<string, PictureFile>();
  const queue = [...new Set(photos)];
  const total = queue.length;
  // Reported before the first one, which may take long, too.
  if (queue[0]) options.onProgress?.(0, total, queue[0]);
  const workers = Array.from({ length: options.parallel ?? 1 }, async () => {
    for (let photo = queue.shift(); photo !== undefined; photo = queue.shift()) {
      result.set(photo, await buildPicture(photo, options));
      options.onProgress?.(result.size, total, photo);
    }
  });
  await Promise.all(workers);
  return result;
}

async function buildPicture(
  photo: string,
  { photosDir, cacheDir, files }: PictureOptions,
): Promise<PictureFile> {
  const original = await readOriginal(join(photosDir, photo));
  const name = pictureName(photo, original);
  const kept = await cachedFolder(join(cacheDir, name), (target) => encode(photo, original, name, target));
  for (const file of await readdir(kept)) {
    if (file !== "picture.json") await files.link(`/pictures/${file}`, join(kept, file));
  }
  return JSON.parse(await readFile(join(kept, "picture.json"), "utf8"));
}

async function readOriginal(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch {
    throw new PictureError(`${path}: nie ma takiego pliku ze zdjęciem.`);
  }
}

async function encode(file: string, original: Buffer, name: string, target: string): Promise<void> {
  const { width, height } = await measure(file, original);
  const widths = {
    avif: fitting(avifWidths, width),
    webp: fitting(webpWidths, width),
    jpg: [Math.min(width, 1800)],
  };
  const picture: PictureFile = {
    base: `/pictures/${name}`,
    width,
    height,
    avif: widths.avif,
    webp: widths.webp,
    jpg: widths.jpg[0] ?? width,
    tone: await measureTone(file, original),
  };
  for (const format of ["avif", "webp", "jpg"] as const) {
    for (const points of widths[format]) {
      const encoded = await convert(file, original, format, points);
      await writeFile(join(target, `${name}-${points}.${format}`), encoded);
    }
  }
  await writeFile(join(target, "picture.json"), JSON.stringify(picture));
}

async function convert(
  file: string,
  original: Buffer,
  format: keyof typeof encoders,
  width: number,
): Promise<Buffer> {
  try {
    return await encoders[format](
      sharp(original, { failOn: "warning" }).autoOrient().resize({ width }),
    ).toBuffer();
  } catch (error) {
    throw damaged(file, (error as Error).message);
  }
}

async function measureTone(file: string, original: Buffer): Promise<number> {
  const small = await sharp(original)
    .resize(1, 1, { fit: "fill" })
    .greyscale()
    .raw()
    .toBuffer()
    .catch(() => Promise.reject(damaged(file)));
  return Math.min(7, Math.floor((small[0] ?? 255) / 32));
}

function damaged(file: string, why = ""): PictureError {
  return new PictureError(`${file}: zdjęcie jest uszkodzone i nie da się go odczytać${why && ` (${why})`}.`);
}

async function measure(file: string, original: Buffer): Promise<{ width: number; height: number }> {
  const metadata = await sharp(original)
    .metadata()
    .catch(() => undefined);
  if (metadata === undefined || !["jpeg", "png", "webp", "heif", "tiff"].includes(metadata.format)) {
    throw new PictureError(`${file}: to nie jest zdjęcie w formacie JPEG, PNG, WebP, AVIF lub TIFF.`);
  }
  const { width, height } = metadata.autoOrient;
  if (width * height > 60_000_000) {
    throw new PictureError(
      `${file}: zdjęcie ma ${width} × ${height} punktów; zmniejsz je do najwyżej 6000 punktów szerokości.`,
    );
  }
  return { width, height };
}

function fitting(widths: readonly number[], original: number): number[] {
  const smaller = widths.filter((width) => width <= original);
  return smaller.length > 0 ? smaller : [original];
}

// A program that reads a `Drawing` from standard input and draws it into the folder `argv[2]`. If a picture cannot be used, it writes
// the problem's code to standard output and ends with status 3.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { deserialize } from "node:v8";
import sharp, { type Sharp } from "sharp";
import type { PictureFile } from "../../app/ui/picture.tsx";
import { type BrandMark, drawnLogo } from "../site/brand-mark.ts";
import { type CardDrawing, drawCard } from "../site/draw-card.ts";
import { drawIcons, fitBrandMark } from "../site/icons.ts";
import { maxPixels, type PhotoProblem } from "./photo-problem.ts";

/** What the sandbox draws: everything that is made from the owner's pictures. */
export type Drawing =
  /** `name`: the beginning of the file names. */
  | { readonly kind: "photo"; readonly original: Buffer; readonly name: string }
  | { readonly kind: "icons"; readonly mark: BrandMark }
  | { readonly kind: "logo"; readonly bytes: Buffer }
  | ({ readonly kind: "card" } & CardDrawing);

sharp.concurrency(1);
sharp.cache(false);

/** The longer side, in pixels, of the picture made from an SVG logo. */
const logoSide = 1024;

const avifWidths = [400, 640, 960, 1280, 1800, 2400];
const webpWidths = [640, 1280, 1800];
// AVIF at effort 3 takes a third of the time of effort 4 for 8 % more bytes. Time matters on a fresh clone.
const encoders = {
  avif: (image: Sharp) => image.avif({ quality: 55, effort: 3 }),
  webp: (image: Sharp) => image.webp({ quality: 76 }),
  jpg: (image: Sharp) => image.jpeg({ quality: 80, mozjpeg: true }),
};

const photoFormats = ["Jpeg", "Png", "Webp", "Heif"];

const problem = await run(process.argv[2] ?? "", deserialize(await buffer(process.stdin)));
if (problem !== undefined) {
  process.stdout.write(problem);
  process.exitCode = 3;
}

async function run(folder: string, drawing: Drawing): Promise<PhotoProblem | undefined> {
  allowLoaders(drawing.kind);
  try {
    return await drawInto(folder, drawing);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOSPC" || code === "EDQUOT") return "noRoom";
    // System errors have a code, decoder errors have none.
    if (code !== undefined) throw error;
    console.error(error);
    return "damaged";
  }
}

/** A photograph's first bytes decide which loader reads them, so it gets none for drawings. */
function allowLoaders(kind: Drawing["kind"]): void {
  const formats = kind === "photo" ? photoFormats : [...photoFormats, "Svg"];
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}Buffer`) });
}

/** Draws into an empty folder; returns why a picture cannot be used, and throws for a damaged one. */
async function drawInto(folder: string, drawing: Drawing): Promise<PhotoProblem | undefined> {
  const write = (name: string, bytes: Buffer) => writeFile(join(folder, name), bytes);
  if (drawing.kind === "photo") return encodePhoto(folder, drawing);
  if (drawing.kind === "icons") await drawIcons(folder, drawing.mark);
  else if (drawing.kind === "card") await write("card.jpg", await drawCard(drawing));
  else await write(drawnLogo, await fitBrandMark({ type: "svg", bytes: drawing.bytes }, logoSide, logoSide));
  return undefined;
}

/** Encodes a photograph as AVIF, WebP and JPEG at several widths, without metadata, and writes `picture.json`. */
async function encodePhoto(folder: string, { original, name }: Drawing & { kind: "photo" }) {
  // The header tells the size, so nothing is decoded yet.
  const metadata = await sharp(original, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (metadata === undefined) return "notAPhoto";
  const { width, height } = metadata.autoOrient;
  if (width * height > maxPixels) return "tooManyPixels";
  const jpg = Math.min(width, 1800);
  const widths = { avif: fitting(avifWidths, width), webp: fitting(webpWidths, width), jpg: [jpg] };
  const picture: PictureFile = { base: `/pictures/${name}`, width, height, ...widths, jpg };
  // Decoded once for all widths, which saves a tenth of the time.
  const { data, info } = await sharp(original, { failOn: "warning" })
    .autoOrient()
    .flatten({ background: "white" })
    .resize({ width: Math.max(...Object.values(widths).flat()) })
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const format of ["avif", "webp", "jpg"] as const) {
    for (const pixels of widths[format]) {
      const image = sharp(data, { raw: info }).resize({ width: pixels });
      await writeFile(join(folder, `${name}-${pixels}.${format}`), await encoders[format](image).toBuffer());
    }
  }
  await writeFile(join(folder, "picture.json"), JSON.stringify(picture));
  return undefined;
}

function fitting(widths: readonly number[], original: number): number[] {
  const smaller = widths.filter((width) => width <= original);
  return smaller.length > 0 ? smaller : [original];
}

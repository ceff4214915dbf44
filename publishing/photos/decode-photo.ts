// A program: the bytes of a photograph come on standard input, its kind is the argument; a small upright JPEG without metadata, or
// the code of a problem (status 3), goes to standard output.
import { buffer } from "node:stream/consumers";
import sharp, { type Sharp } from "sharp";
import { readHeic } from "./read-heic.ts";

const maxPixels = 60_000_000;
const smallestSide = 400;
const longestSide = 3000;

// Nothing but these four formats is read, whatever the bytes claim.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Heif"].map((format) => `VipsForeignLoad${format}Buffer`),
});
sharp.concurrency(1);
sharp.cache(false);

async function decode(bytes: Buffer, kind: string): Promise<Buffer | string> {
  if (kind === "heic") {
    const heic = await readHeic(bytes, sizeProblem);
    return typeof heic === "string" ? heic : encode(heic);
  }
  const image = sharp(bytes, { failOn: "warning", limitInputPixels: false, pages: 1, sequentialRead: true });
  const { width, height } = await image.metadata();
  return sizeProblem(width, height) ?? encode(image.autoOrient());
}

function sizeProblem(width: number, height: number): string | undefined {
  if (width * height > maxPixels) return "tooManyPixels";
  return Math.min(width, height) < smallestSide ? "tooSmall" : undefined;
}

/** sRGB without metadata is what sharp writes unless told otherwise; what was transparent becomes white. */
function encode(image: Sharp): Promise<Buffer> {
  return image
    .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .jpeg({ quality: 90, mozjpeg: true })
    .toBuffer();
}

const result = await decode(await buffer(process.stdin), process.argv[2] ?? "").catch((error: unknown) => {
  console.error(error);
  return "damaged";
});
if (typeof result === "string") process.exitCode = 3;
process.stdout.write(result);

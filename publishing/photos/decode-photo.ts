// A program that reads a photograph from standard input, with its kind as the argument. It writes an upright JPEG of limited size
// without metadata to standard output, or the code of a problem with status 3.
import { buffer } from "node:stream/consumers";
import sharp, { type Sharp } from "sharp";
import { readHeic } from "./read-heic.ts";

const maxPixels = 60_000_000;
const smallestSide = 400;
const longestSide = 3000;

// Only these four formats are decoded, whatever the bytes claim to be.
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

/** sharp writes sRGB without metadata by default; transparent areas become white. */
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

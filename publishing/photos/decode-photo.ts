// A program that reads a photograph from standard input. It writes an upright JPEG of limited size without metadata
// to standard output, or the code of a problem with status 3.
import { buffer } from "node:stream/consumers";
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { maxPixels } from "./photo-problem.ts";

const minSide = 400;
const maxSide = 3000;
/** The brands of files that hold several pictures. */
const sequenceBrands = /^(?:avis|hevc|hevx|hevm|hevs|msf1)/;

// Only these formats are decoded. The bytes tell which it is, because an upload's name and type are often wrong.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Heif"].map((format) => `VipsForeignLoad${format}Buffer`),
});
sharp.concurrency(1);
sharp.cache(false);

const result = await decode(await buffer(process.stdin)).catch((error: unknown) => {
  console.error(error);
  return /unsupported image format/.test(String(error)) ? "notAPhoto" : "damaged";
});
if (typeof result === "string") process.exitCode = 3;
process.stdout.write(result);

async function decode(bytes: Buffer): Promise<Buffer | string> {
  const brands = brandsOf(bytes);
  if (sequenceBrands.test(brands)) return "animated";
  if (/hei[cxms]/.test(brands) && !brands.includes("avif")) {
    const heic = await readHeic(bytes);
    return typeof heic === "string" ? heic : encode(heic);
  }
  const image = sharp(bytes, { failOn: "warning", limitInputPixels: false, pages: 1, sequentialRead: true });
  const { width, height, pages = 1 } = await image.metadata();
  if (pages > 1) return "animated";
  return sizeProblem(width, height) ?? encode(image.autoOrient());
}

/** The brands of an AVIF or HEIC file: its own, then those that it is compatible with. */
function brandsOf(bytes: Buffer): string {
  if (bytes.toString("latin1", 4, 8) !== "ftyp") return "";
  return bytes.toString("latin1", 8, Math.min(bytes.readUInt32BE(0), 160));
}

function sizeProblem(width: number, height: number): string | undefined {
  if (width * height > maxPixels) return "tooManyPixels";
  return Math.min(width, height) < minSide ? "tooSmall" : undefined;
}

/** sharp writes sRGB without metadata by default; transparent areas become white. */
function encode(image: Sharp): Promise<Buffer> {
  return image
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .jpeg({ quality: 90, mozjpeg: true })
    .toBuffer();
}

/** Returns the picture, which libheif has turned upright, or the code of a problem. */
async function readHeic(bytes: Buffer): Promise<Sharp | string> {
  // The library logs to standard output, which is reserved for the photograph.
  console.log = console.error;
  // Loading it takes as long as decoding a small photograph.
  const { default: libheif } = await import("libheif-js/wasm-bundle.js");
  const images = new libheif.HeifDecoder().decode(bytes);
  const main = images.find((image) => image.is_primary());
  if (main === undefined) return "damaged";
  const problem = sizeProblem(main.get_width(), main.get_height());
  if (problem !== undefined) return problem;
  const { heif_colorspace: colours, heif_chroma: chroma } = libheif;
  const decoded = libheif.heif_js_decode_image2(
    main.handle,
    colours.heif_colorspace_RGB,
    chroma.heif_chroma_interleaved_RGB,
  );
  const [channel] = decoded.code === undefined ? decoded.channels : [];
  if (channel === undefined) return "damaged";
  const { width, height, stride, data } = channel;
  // In place, because a copy of a large photograph would exceed the memory limit.
  for (let row = 1; stride !== width * 3 && row < height; row++) {
    data.copyWithin(row * width * 3, row * stride, row * stride + width * 3);
  }
  const pixels = data.subarray(0, width * height * 3);
  const image = sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: false });
  const profile = colourProfile(bytes);
  return profile === undefined ? image : withProfile(image, profile);
}

/** The ICC profile, which iPhones write once for all parts of a photograph. */
function colourProfile(bytes: Buffer): Buffer | undefined {
  const at = bytes.indexOf("colrprof", 0, "latin1");
  if (at < 4) return undefined;
  const profile = bytes.subarray(at + 8, at - 4 + bytes.readUInt32BE(at - 4));
  return profile.length > 128 ? profile : undefined;
}

/** sharp takes a profile only from an encoded picture, hence this intermediate PNG. */
async function withProfile(image: Sharp, profile: Buffer): Promise<Sharp> {
  const png = await image
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const named = Buffer.concat([Buffer.from("iCCPicc\0\0", "latin1"), deflateSync(profile)]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(named.length - 4);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  const afterHead = 33;
  return sharp(Buffer.concat([png.subarray(0, afterHead), chunk, png.subarray(afterHead)]));
}

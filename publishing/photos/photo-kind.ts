import type { PhotoProblem } from "./photo-problem.ts";

type PhotoKind = "jpeg" | "png" | "webp" | "avif" | "heic";
type DetectedKind = { readonly kind: PhotoKind } | { readonly problem: PhotoProblem };

const heicBrands = ["heic", "heix", "heim", "heis"];
const sequenceBrands = ["avis", "hevc", "hevx", "hevm", "hevs", "msf1"];

/** Looks only at the bytes, because an upload's name and type are often wrong. */
export function detectPhotoKind(bytes: Buffer): DetectedKind {
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

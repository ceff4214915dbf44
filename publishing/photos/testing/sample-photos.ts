import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** The left half red, the right half blue: colours that no conversion shifts by much. */
export function halves(width = 400, height = 400): Sharp {
  const blue = { create: { width: width / 2, height, channels: 3, background: "#2040c0" } } as const;
  return sharp({ create: { width, height, channels: 3, background: "#c03020" } }).composite([
    { input: blue, gravity: "east" },
  ]);
}

/** A folder of the owner's content that has no photographs yet. */
export function ownContentIn(folder: string): string {
  const contentDir = join(folder, "content");
  mkdirSync(contentDir, { recursive: true });
  writeFileSync(join(contentDir, "site.yaml"), "");
  return contentDir;
}

/** Made with heif-enc from a JPEG with the halves stacked, the profile Display P3 and a GPS location. CC0. */
export const phoneHeic = readFileSync(join(import.meta.dirname, "phone.heic"));

/** A PNG with this header and hardly anything else. */
export function hollowPng(width: number, height: number, ...chunks: Buffer[]): Buffer {
  return pngOf([width, height, 8, 2], deflateSync(""), ...chunks);
}

/** A PNG in 16 shades of grey with these compressed rows. */
export function greyPng(width: number, height: number, rows: Buffer): Buffer {
  return pngOf([width, height, 4, 0], rows);
}

function pngOf(
  [width, height, depth, colours]: readonly [number, number, number, number],
  rows: Buffer,
  ...chunks: Buffer[]
): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, depth, colours, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    pngChunk("IHDR", head),
    ...chunks,
    pngChunk("IDAT", rows),
    pngChunk("IEND"),
  ]);
}

function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

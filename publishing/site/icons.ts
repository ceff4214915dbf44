import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { type BrandMark, headerMark } from "./brand-mark.ts";

/** Keeps the mark within a maskable icon's safe zone: a circle around the centre with a radius of 40 % of the size. */
const maskableInset = 0.22;

/** The header shows the mark 28 px high; screens have up to four device pixels per CSS pixel. */
const shownHeight = 112;

/** Draws the icons for browsers and home screens, and the mark for header and footer, into `folder` (B8.1); throws if the mark is damaged. */
export async function drawIcons(folder: string, mark: BrandMark): Promise<void> {
  const bare = (size: number) => drawBrandMark(mark, { size });
  const tile = (size: number, inset = 0.12) => drawBrandMark(mark, { size, inset, background: "#ffffff" });
  const icons: Record<string, Buffer> = {
    "favicon.ico": packIco(await Promise.all([16, 32, 48].map(bare))),
    "apple-touch-icon.png": await tile(180),
    "icon-192.png": await tile(192),
    "icon-512.png": await tile(512),
    "icon-maskable-192.png": await tile(192, maskableInset),
    "icon-maskable-512.png": await tile(512, maskableInset),
    "mstile-150.png": await tile(150),
    "logo.png": await tile(600),
    [headerMark]: await fitBrandMark(mark, 4 * shownHeight, shownHeight),
  };
  await Promise.all(Object.entries(icons).map(([name, bytes]) => writeFile(join(folder, name), bytes)));
}

/** Packs PNG pictures (16, 32, 48 px) into an ICO file: a header, a directory entry for each, then the pictures. */
function packIco(pictures: readonly Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 1, 0, pictures.length, 0]);
  let offset = header.length + 16 * pictures.length;
  const entries = pictures.map((picture) => {
    const sides = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
    const place = Uint32Array.of(picture.length, offset);
    offset += picture.length;
    return Buffer.concat([Buffer.from([...sides, 0, 0, 1, 0, 32, 0]), Buffer.from(place.buffer)]);
  });
  return Buffer.concat([header, ...entries, ...pictures]);
}

/** Draws the mark centred in a PNG picture; `inset` is the border as a fraction of the size. */
export async function drawBrandMark(
  mark: BrandMark,
  { size, inset = 0, background = "#ffffff00" }: { size: number; inset?: number; background?: string },
): Promise<Buffer> {
  const room = Math.round(size * (1 - 2 * inset));
  const input = await fitBrandMark(mark, room, room);
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input }])
    .png()
    .toBuffer();
}

/** The mark as a PNG picture, scaled to fit a box without changing its aspect ratio. */
export async function fitBrandMark({ type, bytes }: BrandMark, width: number, height: number) {
  const own = await sharp(bytes).metadata();
  const scale = Math.min(width / own.width, height / own.height);
  // An SVG is rendered at its final size, so its edges are sharp.
  const density = type === "svg" ? { density: Math.max(1, 72 * scale) } : {};
  return sharp(bytes, density).resize(width, height, { fit: "inside" }).png().toBuffer();
}

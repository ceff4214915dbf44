import sharp from "sharp";
import type { BrandMark } from "./brand-mark.ts";

/** Its size in its own pixels; throws if it is damaged. */
export async function measureBrandMark({ bytes }: BrandMark): Promise<{ width: number; height: number }> {
  await sharp(bytes, { failOn: "warning" }).stats();
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
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

/** The mark as a PNG picture scaled to fit a box, with its aspect ratio kept. */
export async function fitBrandMark(
  { type, bytes }: BrandMark,
  width: number,
  height: number,
): Promise<Buffer> {
  const own = await sharp(bytes).metadata();
  const scale = Math.min(width / own.width, height / own.height);
  // An SVG is rendered at its final size, so its edges are sharp.
  const density = type === "svg" ? { density: Math.max(1, 72 * scale) } : {};
  return sharp(bytes, density).resize(width, height, { fit: "inside" }).png().toBuffer();
}

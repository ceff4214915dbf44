import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import sharp from "sharp";
import type { Logo } from "../../app/ui/mark.tsx";
import type { Site } from "../../content-model/schema/site.ts";
import type { ReleaseFiles } from "../release-files.ts";
import { PictureError } from "./pictures.ts";

const ink = "#101113";
/** The header shows it 28 px high; screens have up to four device pixels per CSS pixel. */
const shownHeight = 112;

/** The brand where there is no room for text: the owner's logo, else a weight plate in the accent's colour. */
export interface BrandMark {
  readonly type: "svg" | "png";
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Reads the content's logo (checked by loadContent) or else draws the plate; throws a PictureError. */
export async function loadBrandMark(
  site: Pick<Site, "logo" | "accent">,
  contentDir: string,
): Promise<BrandMark> {
  return site.logo === undefined ? plateMark(site.accent) : readLogo(contentDir, site.logo);
}

/** Draws a weight plate from the front. */
export function plateMark(accent: string): BrandMark {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
    `<circle cx="16" cy="16" r="12.5" fill="none" stroke="${ink}" stroke-width="7"/>` +
    `<circle cx="16" cy="16" r="4.5" fill="${accent}"/></svg>`;
  return { type: "svg", bytes: Buffer.from(svg), width: 32, height: 32 };
}

async function readLogo(contentDir: string, file: string): Promise<BrandMark> {
  const bytes = await readFile(join(contentDir, file));
  const type = extname(file) === ".svg" ? "svg" : "png";
  const { width, height } = await measure(file, bytes);
  return { type, bytes, width, height };
}

async function measure(file: string, bytes: Buffer): Promise<{ width: number; height: number }> {
  try {
    await sharp(bytes, { failOn: "warning" }).stats();
    return await sharp(bytes).metadata();
  } catch (error) {
    throw new PictureError(
      `${file}: logo jest uszkodzone i nie da się go odczytać (${(error as Error).message}).`,
    );
  }
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
export function fitBrandMark(mark: BrandMark, width: number, height: number): Promise<Buffer> {
  const scale = Math.min(width / mark.width, height / mark.height);
  // An SVG is rendered at its final size, so its edges are sharp.
  const density = mark.type === "svg" ? { density: Math.max(1, 72 * scale) } : {};
  return sharp(mark.bytes, density).resize(width, height, { fit: "inside" }).png().toBuffer();
}

/** Adds the owner's logo for header and footer under a hashed name; undefined if there is none. */
export async function writeLogo(
  mark: BrandMark,
  site: Pick<Site, "logo">,
  files: ReleaseFiles,
): Promise<Logo | undefined> {
  if (site.logo === undefined) return undefined;
  const bytes = mark.type === "svg" ? mark.bytes : await fitBrandMark(mark, 4 * shownHeight, shownHeight);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  const src = `/assets/logo-${hash}.${mark.type}`;
  await files.write(src, bytes);
  return { src, width: mark.width, height: mark.height };
}

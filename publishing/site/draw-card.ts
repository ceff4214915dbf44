import sharp, { type OverlayOptions } from "sharp";
import type { BrandMark } from "./brand-mark.ts";
import { fitBrandMark } from "./icons.ts";

const width = 1200;
const height = 630;
const margin = 72;
const wordsWidth = 560;
const markHeight = 48;
const markMaxWidth = 160;

export interface CardDrawing {
  readonly title: string;
  /** Covers the right half. */
  readonly photo?: Buffer | undefined;
  readonly brand: Brand;
  readonly lettering: Outlines;
}

export interface Brand {
  readonly name: string;
  readonly accent: string;
  readonly mark: BrandMark;
}

/** Draws a social card as JPEG; throws if the photograph or the mark is damaged. */
export async function drawCard({ title, photo, brand, lettering: outlines }: CardDrawing): Promise<Buffer> {
  const lettering = createLettering(outlines);
  const size = fittingSize(title, lettering);
  const lines = lettering.wrap(title, size, wordsWidth);
  const top = height - margin - (lines.length - 1) * size * 1.08;
  const words = lines.map((line, at) => lettering.path(line, size, margin, top + at * size * 1.08)).join("");
  const mark = await sharp(await fitBrandMark(brand.mark, markMaxWidth, markHeight)).toBuffer({
    resolveWithObject: true,
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<g fill="#101113">${drawName(brand.name, margin + mark.info.width + 16, lettering)}${words}</g>` +
    `<rect y="${height - 12}" width="${width}" height="12" fill="${brand.accent}"/></svg>`;
  const layers: OverlayOptions[] = [];
  if (photo) {
    const left = margin + wordsWidth + 32;
    const input = await sharp(photo)
      .resize(width - left, height, { fit: "cover", position: "attention" })
      .toBuffer();
    layers.push({ input, left, top: 0 });
  }
  layers.push({ input: Buffer.from(svg), left: 0, top: 0 });
  const markTop = margin + Math.round((markHeight - mark.info.height) / 2);
  layers.push({ input: mark.data, left: margin, top: markTop });
  return sharp({ create: { width, height, channels: 3, background: "#ffffff" } })
    .composite(layers)
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

/** Next to the mark, on two small lines if it is long. */
function drawName(name: string, left: number, lettering: Lettering): string {
  const room = margin + wordsWidth - left;
  const fitsOnOneLine = (size: number) => lettering.measure(name, size) <= room;
  const onOneLine = [34, 30, 26].find(fitsOnOneLine);
  const size = onOneLine ?? 20;
  const lines = onOneLine ? [name] : lettering.wrap(name, size, room);
  const top = margin + markHeight / 2 + size * 0.34 - ((lines.length - 1) * size * 1.2) / 2;
  return lines.map((line, at) => lettering.path(line, size, left, top + at * size * 1.2)).join("");
}

function fittingSize(title: string, lettering: Lettering): number {
  const sizes = [84, 76, 68, 60, 52, 44, 38];
  return sizes.find((size) => fits(lettering.wrap(title, size, wordsWidth), size, lettering)) ?? 32;
}

const fits = (lines: readonly string[], size: number, lettering: Lettering) =>
  lines.length <= 4 && lines.every((line) => lettering.measure(line, size) <= wordsWidth);

/** The glyph outlines of one typeface. The empty key is the fallback for missing glyphs. */
export interface Outlines {
  readonly unitsPerEm: number;
  readonly letters: Readonly<Record<string, { readonly width: number; readonly path: string }>>;
}

type Lettering = ReturnType<typeof createLettering>;

/** Turns text into outlines, so drawing it needs no installed font. Sizes and positions are in pixels. */
function createLettering({ unitsPerEm, letters }: Outlines) {
  function place(text: string, size: number) {
    const scale = size / unitsPerEm;
    let x = 0;
    return [...text].map((sign) => {
      const letter = letters[sign] ?? letters[""] ?? { width: 0, path: "" };
      const placed = { letter, scale, x };
      x += letter.width * scale - 0.015 * size;
      return placed;
    });
  }

  /** The width of one line. */
  function measure(text: string, size: number): number {
    const last = place(text, size).at(-1);
    return last ? last.x + last.letter.width * last.scale : 0;
  }

  /** One line as an SVG path; y is its baseline. */
  function path(text: string, size: number, x: number, y: number): string {
    const paths = place(text, size).map(
      ({ letter, scale, x: dx }) =>
        `<path transform="translate(${x + dx} ${y}) scale(${scale} ${-scale})" d="${letter.path}"/>`,
    );
    return paths.join("");
  }

  /** Breaks a text into lines that fit. */
  function wrap(text: string, size: number, maxWidth: number): string[] {
    const lines: string[] = [];
    for (const word of text.split(" ")) {
      const longer = `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && measure(longer, size) <= maxWidth) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  return { measure, path, wrap };
}

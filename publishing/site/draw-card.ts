import sharp, { type OverlayOptions } from "sharp";
import type { BrandMark } from "./brand-mark.ts";
import { fitBrandMark } from "./icons.ts";
import outlines from "./lettering.json" with { type: "json" };

/** In pixels. The photograph is on the right of the words. */
const [width, height, wordsWidth] = [1200, 630, 560];
const titleSizes = [84, 76, 68, 60, 52, 44, 38];
const margin = 72;
const [markMaxWidth, markHeight] = [160, 48];

export interface CardDrawing {
  readonly title: string;
  readonly photo?: Buffer | undefined;
  /** The photograph's most important place, in per cent from the left and the top. */
  readonly focus?: { readonly x: number; readonly y: number } | undefined;
  readonly brand: Brand;
}

export interface Brand {
  readonly name: string;
  readonly accent: string;
  readonly mark: BrandMark;
}

/** Draws a social card as JPEG; throws if the photograph or the mark is damaged. */
export async function drawCard({ title, photo, focus, brand }: CardDrawing): Promise<Buffer> {
  const fits = (size: number) => {
    const lines = wrap(title, size);
    return lines.length <= 4 && lines.every((line) => measure(line, size) <= wordsWidth);
  };
  const size = titleSizes.find(fits) ?? 32;
  const lines = wrap(title, size).toReversed();
  const words = lines.map((line, at) => path(line, size, margin, height - margin - at * size * 1.08));
  const mark = await sharp(await fitBrandMark(brand.mark, markMaxWidth, markHeight)).toBuffer({
    resolveWithObject: true,
  });
  const name = drawName(brand.name, margin + mark.info.width + 16);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<g fill="#101113">${name}${words.join("")}</g>` +
    `<rect y="${height - 12}" width="${width}" height="12" fill="${brand.accent}"/></svg>`;
  const layers: OverlayOptions[] = [];
  if (photo) {
    const left = margin + wordsWidth + 32;
    const shown = width - left;
    const { data, info } = await sharp(photo)
      .autoOrient()
      .resize(shown, height, { fit: focus ? "outside" : "cover", position: "attention" })
      .raw()
      .toBuffer({ resolveWithObject: true });
    // The focus is in the middle, as far as the edges allow.
    const from = (percent = 0, whole: number, shown: number) =>
      Math.round(Math.max(0, Math.min((whole * percent) / 100 - shown / 2, whole - shown)));
    const place = { left: from(focus?.x, info.width, shown), top: from(focus?.y, info.height, height) };
    const part = sharp(data, { raw: info }).extract({ ...place, width: shown, height });
    const input = await part.png().toBuffer();
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

/** Draws the name next to the mark, on several small lines if it is long. */
function drawName(name: string, left: number): string {
  const room = margin + wordsWidth - left;
  const size = [34, 30, 26].find((size) => measure(name, size) <= room) ?? 20;
  const lines = wrap(name, size, room);
  const first = margin + markHeight / 2 + size * 0.34 - ((lines.length - 1) * size * 1.2) / 2;
  return lines.map((line, at) => path(line, size, left, first + at * size * 1.2)).join("");
}

/** The glyph outlines of one typeface. The empty key is the fallback for missing glyphs. */
export interface Outlines {
  readonly unitsPerEm: number;
  readonly letters: Readonly<Record<string, { readonly width: number; readonly path: string }>>;
}

// Text as outlines, so drawing it needs no installed font. Sizes and positions are in pixels.
const { unitsPerEm, letters }: Outlines = outlines;

function place(text: string, size: number) {
  const scale = size / unitsPerEm;
  let x = 0;
  return [...text.replaceAll(/\p{Cf}/gu, "")].map((sign) => {
    const base = sign.normalize("NFD").charAt(0);
    const letter = letters[sign] ?? letters[base] ?? letters[""] ?? { width: 0, path: "" };
    const placed = { letter, scale, x };
    x += letter.width * scale - 0.015 * size;
    return placed;
  });
}

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

function wrap(text: string, size: number, maxWidth = wordsWidth): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && measure(longer, size) <= maxWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

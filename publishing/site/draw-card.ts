import sharp, { type OverlayOptions } from "sharp";
import { encode } from "uqr";
import type { BrandMark } from "./brand-mark.ts";
import { fitBrandMark } from "./icons.ts";
import outlines from "./lettering.json" with { type: "json" };

/** In pixels. The words begin at `top`: a card has its photograph on the right, the others have it above. */
const layouts = {
  card: { width: 1200, height: 630, top: 0, wordsWidth: 560, rows: 4, sizes: [84, 76, 68, 60, 52, 44, 38] },
  /** A4 at 150 dots an inch. */
  poster: { width: 1240, height: 1754, top: 690, wordsWidth: 1096, rows: 3, sizes: [112, 100, 88, 76, 64] },
  /** Upright, for social media. */
  post: { width: 1080, height: 1350, top: 600, wordsWidth: 936, rows: 3, sizes: [96, 84, 72, 60] },
} as const;

const margin = 72;
const markHeight = 48;
const markMaxWidth = 160;
const codeSize = 340;
const contactSize = 46;

export interface CardDrawing {
  readonly format: keyof typeof layouts;
  readonly title: string;
  /** How to get in touch, below the title. */
  readonly contact: readonly string[];
  /** The address of a QR code beside the contact. */
  readonly code?: string;
  /** Covers the right half of a card, the upper half of the others. */
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

/** Draws a social card, a poster or a post as JPEG; throws if the photograph or the mark is damaged. */
export async function drawCard({
  format,
  title,
  contact,
  code,
  photo,
  focus,
  brand,
}: CardDrawing): Promise<Buffer> {
  const { width, height, top, wordsWidth, rows, sizes } = layouts[format];
  const fits = (size: number) => {
    const lines = wrap(title, size, wordsWidth);
    return lines.length <= rows && lines.every((line) => measure(line, size) <= wordsWidth);
  };
  const size = sizes.find(fits) ?? 32;
  const lines = wrap(title, size, wordsWidth);
  const bottom = height - margin;
  const room = code === undefined ? contact.length * (contactSize * 1.6 + 24) : codeSize + margin;
  const titleTop = bottom - room - (lines.length - 1) * size * 1.08;
  // A scanner needs a white margin around the code.
  const contactWidth = code === undefined ? wordsWidth : wordsWidth - codeSize - margin;
  const words = [
    ...lines.map((line, at) => path(line, size, margin, titleTop + at * size * 1.08)),
    ...contact.toReversed().map((line, at) => {
      const fitting = contactSize * Math.min(1, contactWidth / measure(line, contactSize));
      return path(line, fitting, margin, bottom - at * contactSize * 1.6);
    }),
  ];
  const mark = await sharp(await fitBrandMark(brand.mark, markMaxWidth, markHeight)).toBuffer({
    resolveWithObject: true,
  });
  const name = drawName(brand.name, margin + mark.info.width + 16, top, wordsWidth);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<g fill="#101113">${name}${words.join("")}${code === undefined ? "" : drawCode(code, width - margin - codeSize, bottom - codeSize)}</g>` +
    `<rect y="${height - 12}" width="${width}" height="12" fill="${brand.accent}"/></svg>`;
  const layers: OverlayOptions[] = [];
  if (photo) {
    const left = format === "card" ? margin + wordsWidth + 32 : 0;
    const [shownWidth, shownHeight] = [width - left, top || height];
    const { data, info } = await sharp(photo)
      .autoOrient()
      .resize(shownWidth, shownHeight, { fit: focus ? "outside" : "cover", position: "attention" })
      .raw()
      .toBuffer({ resolveWithObject: true });
    // The focus is in the middle, as far as the edges allow.
    const from = (percent = 0, whole: number, shown: number) =>
      Math.round(Math.max(0, Math.min((whole * percent) / 100 - shown / 2, whole - shown)));
    const place = {
      left: from(focus?.x, info.width, shownWidth),
      top: from(focus?.y, info.height, shownHeight),
    };
    const part = sharp(data, { raw: info }).extract({ ...place, width: shownWidth, height: shownHeight });
    const input = await part.png().toBuffer();
    layers.push({ input, left, top: 0 });
  }
  layers.push({ input: Buffer.from(svg), left: 0, top: 0 });
  const markTop = top + margin + Math.round((markHeight - mark.info.height) / 2);
  layers.push({ input: mark.data, left: margin, top: markTop });
  return sharp({ create: { width, height, channels: 3, background: "#ffffff" } })
    .composite(layers)
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

function drawCode(text: string, left: number, top: number): string {
  const { data, size } = encode(text, { border: 0 });
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return `<path transform="translate(${left} ${top}) scale(${codeSize / size})" d="${dots.join("")}"/>`;
}

/** Draws the name next to the mark, on several small lines if it is long. */
function drawName(name: string, left: number, top: number, wordsWidth: number): string {
  const room = margin + wordsWidth - left;
  const size = [34, 30, 26].find((size) => measure(name, size) <= room) ?? 20;
  const lines = wrap(name, size, room);
  const first = top + margin + markHeight / 2 + size * 0.34 - ((lines.length - 1) * size * 1.2) / 2;
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

function wrap(text: string, size: number, maxWidth: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && measure(longer, size) <= maxWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

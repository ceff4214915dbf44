import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type OverlayOptions } from "sharp";
import { markSvg } from "./icons.ts";
import { type Lettering, loadLettering } from "./lettering.ts";

const width = 1200;
const height = 630;
const margin = 72;
const wordsWidth = 560;

export interface Card {
  readonly path: string;
  readonly title: string;
  /** File of the photograph on the right half. */
  readonly photo?: string | undefined;
}

/** Draws the picture that stands beside a shared link (1200x630) for every page; gives its address by path. */
export async function buildCards(options: {
  cards: readonly Card[];
  site: { name: string; descriptor: string; accent: string };
  outDir: string;
}): Promise<Record<string, string>> {
  await mkdir(options.outDir, { recursive: true });
  const lettering = await loadLettering(780, 118);
  const addresses: Record<string, string> = {};
  for (const card of options.cards) {
    const picture = await drawCard(card, options.site, lettering);
    const hash = createHash("sha256").update(picture).digest("hex").slice(0, 10);
    const name = `${card.path.slice(1) || "start"}-${hash}.jpg`;
    await writeFile(join(options.outDir, name), picture);
    addresses[card.path] = `/cards/${name}`;
  }
  return addresses;
}

async function drawCard(
  { title, photo }: Card,
  site: { name: string; descriptor: string; accent: string },
  lettering: Lettering,
): Promise<Buffer> {
  const size = fittingSize(title, lettering);
  const lines = lettering.wrap(title, size, wordsWidth);
  const top = height - margin - (lines.length - 1) * size * 1.08;
  const words = lines.map((line, at) => lettering.path(line, size, margin, top + at * size * 1.08)).join("");
  const brand = lettering.path(site.name, 34, margin + 64, margin + 35);
  const mark = markSvg(site.accent, { inset: 0 }).replace(
    "<svg ",
    `<svg x="${margin}" y="${margin}" width="48" height="48" `,
  );
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<g fill="#101113">${brand}${words}</g>${mark}` +
    `<rect y="${height - 12}" width="${width}" height="12" fill="${site.accent}"/></svg>`;
  const layers: OverlayOptions[] = [];
  if (photo) {
    const left = margin + wordsWidth + 32;
    const input = await sharp(photo)
      .resize(width - left, height, { fit: "cover", position: "attention" })
      .toBuffer();
    layers.push({ input, left, top: 0 });
  }
  layers.push({ input: Buffer.from(svg), left: 0, top: 0 });
  return sharp({ create: { width, height, channels: 3, background: "#ffffff" } })
    .composite(layers)
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

function fittingSize(title: string, lettering: Lettering): number {
  const sizes = [84, 76, 68, 60, 52, 44, 38];
  return sizes.find((size) => fits(lettering.wrap(title, size, wordsWidth), size, lettering)) ?? 32;
}

const fits = (lines: readonly string[], size: number, lettering: Lettering) =>
  lines.length <= 4 && lines.every((line) => lettering.measure(line, size) <= wordsWidth);

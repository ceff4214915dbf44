import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

const ink = "#101113";

/** The mark (a weight plate from the front) as an SVG file; `inset` is the free border in parts of the whole. */
export function markSvg(accent: string, options: { inset: number; background?: string }): string {
  const scale = 1 - 2 * options.inset;
  const shift = 32 * options.inset;
  const ground = options.background ? `<rect width="32" height="32" fill="${options.background}"/>` : "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${ground}` +
    `<g transform="translate(${shift} ${shift}) scale(${scale})">` +
    `<circle cx="16" cy="16" r="12.5" fill="none" stroke="${ink}" stroke-width="7"/>` +
    `<circle cx="16" cy="16" r="4.5" fill="${accent}"/></g></svg>`
  );
}

/** Writes every icon that browsers and home screens ask for into `folder`; the manifest names them. */
export async function buildIcons(folder: string, accent: string): Promise<void> {
  const bare = markSvg(accent, { inset: 0 });
  const tile = markSvg(accent, { inset: 0.12, background: "#ffffff" });
  const maskable = markSvg(accent, { inset: 0.2, background: "#ffffff" });
  const png = (svg: string, size: number) =>
    sharp(Buffer.from(svg), { density: 1200 }).resize(size).png().toBuffer();
  await Promise.all([
    writeFile(join(folder, "favicon.svg"), bare),
    writeFile(
      join(folder, "favicon.ico"),
      packIco(await Promise.all([16, 32, 48].map((size) => png(bare, size)))),
    ),
    writeFile(join(folder, "apple-touch-icon.png"), await png(tile, 180)),
    writeFile(join(folder, "icon-192.png"), await png(tile, 192)),
    writeFile(join(folder, "icon-512.png"), await png(tile, 512)),
    writeFile(join(folder, "icon-maskable-192.png"), await png(maskable, 192)),
    writeFile(join(folder, "icon-maskable-512.png"), await png(maskable, 512)),
    writeFile(join(folder, "mstile-150.png"), await png(tile, 150)),
    writeFile(join(folder, "logo.png"), await png(tile, 600)),
  ]);
}

/** Packs PNG pictures (16, 32, 48 px) into one ICO file: a header, a directory entry each, then the pictures. */
function packIco(pictures: readonly Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 1, 0, pictures.length, 0]);
  let offset = header.length + 16 * pictures.length;
  const entries = pictures.map((picture) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt8(picture.readUInt32BE(16), 0);
    entry.writeUInt8(picture.readUInt32BE(20), 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(picture.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += picture.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures]);
}

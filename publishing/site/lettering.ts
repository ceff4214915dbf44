import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as fontkit from "fontkit";
import subsetFont from "subset-font";
import { latinLetters, polishLetters } from "./letters.ts";

const folder = "node_modules/@fontsource-variable/archivo/files";
const sources = [
  ["archivo-latin-standard-normal.woff2", latinLetters],
  ["archivo-latin-ext-standard-normal.woff2", polishLetters],
] as const;

/** Turns words into outlines, so that a picture with text needs no font where it is drawn. */
export interface Lettering {
  /** Width of one line in pixels. */
  measure(text: string, size: number): number;
  /** One line as an SVG path; x and y (its baseline) in pixels. */
  path(text: string, size: number, x: number, y: number): string;
  /** Breaks a text into lines that fit `maxWidth` pixels. */
  wrap(text: string, size: number, maxWidth: number): string[];
}

/** Loads Archivo in one weight (400-800) and width (100-125 %) from its two files, Latin and Polish. */
export async function loadLettering(wght: number, wdth: number): Promise<Lettering> {
  const fonts = await Promise.all(
    sources.map(async ([source, letters]) => {
      const original = await readFile(join(folder, source));
      const cut = await subsetFont(original, letters, {
        targetFormat: "sfnt",
        variationAxes: { wght, wdth },
      });
      return fontkit.create(cut) as fontkit.Font;
    }),
  );
  const glyphs = (text: string, size: number) => {
    let x = 0;
    return [...text].map((letter) => {
      const code = letter.codePointAt(0) ?? 32;
      const font =
        fonts.find((candidate) => candidate.hasGlyphForCodePoint(code)) ?? (fonts[0] as fontkit.Font);
      const glyph = font.glyphForCodePoint(code);
      const scale = size / font.unitsPerEm;
      const placed = { glyph, scale, x };
      x += glyph.advanceWidth * scale - 0.015 * size;
      return placed;
    });
  };
  const lettering: Lettering = {
    measure: (text, size) => {
      const last = glyphs(text, size).at(-1);
      return last ? last.x + last.glyph.advanceWidth * last.scale : 0;
    },
    path: (text, size, x, y) =>
      glyphs(text, size)
        .map(
          ({ glyph, scale, x: dx }) =>
            `<path transform="translate(${x + dx} ${y}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`,
        )
        .join(""),
    wrap: (text, size, maxWidth) =>
      text.split(" ").reduce<string[]>((lines, word) => {
        const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
        if (lines.length > 0 && lettering.measure(longer, size) <= maxWidth) lines[lines.length - 1] = longer;
        else lines.push(word);
        return lines;
      }, []),
  };
  return lettering;
}

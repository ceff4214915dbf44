import { readFile } from "node:fs/promises";
import * as fontkit from "fontkit";
import subsetFont from "subset-font";
import type { Outlines } from "../../publishing/site/lettering.ts";
import { latinLetters, polishLetters } from "./fonts.ts";

const folder = "node_modules/@fontsource-variable/archivo/files";

/** The letters of Archivo in one weight (400-800) and width (100-125 %), from its two files, Latin and Polish. */
export async function outlineLetters(wght: number, wdth: number): Promise<Outlines> {
  const latin = await cut("archivo-latin-standard-normal.woff2", latinLetters, { wght, wdth });
  const polish = await cut("archivo-latin-ext-standard-normal.woff2", polishLetters, { wght, wdth });
  return {
    unitsPerEm: latin.unitsPerEm,
    letters: {
      "": shapeOf(latin.getGlyph(0)),
      ...lettersOf(latin, latinLetters),
      ...lettersOf(polish, polishLetters),
    },
  };
}

async function cut(file: string, letters: string, variationAxes: { wght: number; wdth: number }) {
  const original = await readFile(`${folder}/${file}`);
  return fontkit.create(
    await subsetFont(original, letters, { targetFormat: "sfnt", variationAxes }),
  ) as fontkit.Font;
}

function lettersOf(font: fontkit.Font, letters: string): Outlines["letters"] {
  const known = [...letters].filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  return Object.fromEntries(
    known.map((letter) => [letter, shapeOf(font.glyphForCodePoint(letter.codePointAt(0) ?? 0))]),
  );
}

function shapeOf({ advanceWidth, path }: fontkit.Glyph) {
  return { width: advanceWidth, path: path.toSVG() };
}

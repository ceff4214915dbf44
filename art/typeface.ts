// npm run art:typeface: cuts Archivo to what the site uses (app/fonts/) and takes the outlines of the letters of cards (publishing/site/lettering.json).
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as fontkit from "fontkit";
import subsetFont from "subset-font";
import type { Outlines } from "../publishing/site/draw-card.ts";

const latinLetters = ` !"#%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz|~\u00a0«»°·×óÓéÉäÄöÖüÜß–—‘’“”„…•→←↑↓−€§©`;
const polishLetters = "ĄąĆćĘęŁłŃńŚśŹźŻż";

const files = { latin: ["latin", latinLetters], polish: ["latin-ext", polishLetters] } as const;

/** Body text in the weights that the site uses; headings and figures in one wide weight. */
const families = {
  archivo: { wght: { min: 400, max: 650 }, wdth: 100 },
  "archivo-wide": { wght: 780, wdth: 116 },
};

/**
 * Fallbacks for Archivo, one for each common system font: Arial and its equivalents (Windows, Apple, most Linux), Roboto (Android), DejaVu
 * (bare Linux). `widths`, in percent, is the width of the site's text in Archivo (400, 650 and wide 780) divided by its width in the fallback.
 */
const fallbacks = [
  {
    system: "Arial",
    fonts: ["Arial", "Liberation Sans", "Arimo", "Helvetica"],
    widths: { regular: 98.5, bold: 96.9, wide: 120.1 },
  },
  { system: "Roboto", fonts: ["Roboto"], widths: { regular: 98.9, bold: 102.3, wide: 126.9 } },
  { system: "DejaVu", fonts: ["DejaVu Sans"], widths: { regular: 87.3, bold: 81.6, wide: 103 } },
];

/** The style sheet of the fallbacks. Separate families, because browsers skip a family whose font is missing. */
function fallbackCss(): string {
  const faces = fallbacks.flatMap(({ system, fonts, widths }) => {
    const names = (suffix: string) => fonts.map((name) => `local("${name}${suffix}")`).join();
    /** The overrides are Archivo's ascent and descent divided by the width. */
    const face = (family: string, weights: string, src: string, width: number) =>
      `@font-face{font-family:"${system} for ${family}";src:${src};font-weight:${weights};size-adjust:${width}%;` +
      `ascent-override:${(8780 / width).toFixed(1)}%;descent-override:${(2100 / width).toFixed(1)}%}`;
    return [
      face("Archivo", "400 500", names(""), widths.regular),
      face("Archivo", "600 800", names(" Bold"), widths.bold),
      face("Archivo Wide", "600 800", names(" Bold"), widths.wide),
    ];
  });
  return faces.join("\n");
}

/** Writes Archivo as woff2 into `folder`, subset to the characters, weights and widths that the site uses, and its fallbacks (B8.2). */
async function cutFonts(folder: string): Promise<void> {
  await writeFile(join(folder, "fallbacks.css"), `${fallbackCss()}\n`);
  for (const [part, [source, letters]] of Object.entries(files)) {
    const file = `node_modules/@fontsource-variable/archivo/files/archivo-${source}-standard-normal.woff2`;
    const original = await readFile(file);
    for (const [family, variationAxes] of Object.entries(families)) {
      const subset = await subsetFont(original, letters, { targetFormat: "woff2", variationAxes });
      await writeFile(join(folder, `${family}-${part}.woff2`), subset);
    }
  }
}

const folder = "node_modules/@fontsource-variable/archivo/files";

/** The letters of Archivo in one weight (400-800) and width (100-125 %), from its two files, Latin and Polish. */
async function outlineLetters(wght: number, wdth: number): Promise<Outlines> {
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

await cutFonts("app/fonts");
await writeFile("publishing/site/lettering.json", `${JSON.stringify(await outlineLetters(780, 118))}\n`);

import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";
import { writeAtomically } from "../../publishing/durable-files.ts";

export const latinLetters = ` !"#%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz|~\u00a0«»°·×óÓéÉäÄöÖüÜß–—‘’“”„…•→←↑↓−€§©`;
export const polishLetters = "ĄąĆćĘęŁłŃńŚśŹźŻż";

const files = { latin: ["latin", latinLetters], polish: ["latin-ext", polishLetters] } as const;

/** Body text in the weights that the site uses; headings and figures in one wide weight. */
const families = {
  archivo: { wght: { min: 400, max: 650 }, wdth: 100 },
  "archivo-wide": { wght: 780, wdth: 116 },
};

/** Writes Archivo as woff2 into `folder`, subset to the characters, weights and widths that the site uses (B8.2). */
export async function buildFonts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [part, [source, letters]] of Object.entries(files)) {
    const file = `node_modules/@fontsource-variable/archivo/files/archivo-${source}-standard-normal.woff2`;
    const original = await readFile(file);
    for (const [family, variationAxes] of Object.entries(families)) {
      const subset = await subsetFont(original, letters, { targetFormat: "woff2", variationAxes });
      // Atomically, because another build may be reading the file.
      await writeAtomically(join(folder, `${family}-${part}.woff2`), subset);
    }
  }
}

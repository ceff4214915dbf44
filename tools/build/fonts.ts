import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";

export const latinLetters = ` !"#%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz|~\u00a0«»°·×óÓéÉäÄöÖüÜß–—‘’“”„…•→←↑↓−€§©`;
export const polishLetters = "ĄąĆćĘęŁłŃńŚśŹźŻż";

const subsets = {
  "archivo-latin": ["archivo-latin-standard-normal", latinLetters],
  "archivo-polish": ["archivo-latin-ext-standard-normal", polishLetters],
} as const;

/** Writes Archivo, cut down to the letters and the weights and widths that the site uses, as woff2 into `folder`. */
export async function buildFonts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, [source, letters]] of Object.entries(subsets)) {
    const original = await readFile(
      join("node_modules/@fontsource-variable/archivo/files", `${source}.woff2`),
    );
    const subset = await subsetFont(original, letters, {
      targetFormat: "woff2",
      variationAxes: { wght: { min: 400, max: 800 }, wdth: { min: 100, max: 125 } },
    });
    await replaceFile(join(folder, `${name}.woff2`), subset);
  }
}

/** In one step, because another build may be reading the file. */
async function replaceFile(file: string, content: Uint8Array): Promise<void> {
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, content);
  await rename(partial, file);
}

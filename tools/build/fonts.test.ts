import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openSync } from "fontkit";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../publishing/testing/temporary-folder.ts";
import { buildFonts, polishLetters } from "./fonts.ts";

test("B8.2 both typefaces have every Polish letter in both cases, and body text has its weights", async () => {
  const folder = temporaryFolder();
  await buildFonts(folder);
  const fonts = readdirSync(folder)
    .filter((name) => name.endsWith(".woff2"))
    .map((name) => {
      const font = openSync(join(folder, name));
      if (!("variationAxes" in font)) throw new Error(`${name} is a collection`);
      return { name, font };
    });
  const letters = "aąbcćdeęfghijklłmnńoóprsśtuwyzźż";
  for (const family of [/^archivo-(?!wide)/, /^archivo-wide-/]) {
    const ofFamily = fonts.filter(({ name }) => family.test(name));
    expect(ofFamily).toHaveLength(2);
    const missing = [...letters, ...letters.toUpperCase()].filter(
      (letter) => !ofFamily.some(({ font }) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
    );
    expect(missing).toEqual([]);
  }
  expect(polishLetters).toHaveLength(16);
  for (const { name, font } of fonts)
    expect(Object.keys(font.variationAxes)).toEqual(name.includes("wide") ? [] : ["wght"]);
});

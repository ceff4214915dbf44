import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openSync } from "fontkit";
import { expect, test } from "vitest";
import { buildFonts, polishLetters } from "./fonts.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

test("B8.2 the fonts hold every Polish letter, both cases, and stay variable in weight and width", async () => {
  const folder = temporaryFolder();
  await buildFonts(folder);
  const fonts = readdirSync(folder).map((name) => {
    const font = openSync(join(folder, name));
    if (!("variationAxes" in font)) throw new Error(`${name} is a collection`);
    return font;
  });
  expect(fonts).toHaveLength(2);
  const letters = "aąbcćdeęfghijklłmnńoóprsśtuwyzźż";
  const missing = [...letters, ...letters.toUpperCase()].filter(
    (letter) => !fonts.some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
  );
  expect(missing).toEqual([]);
  expect(polishLetters).toHaveLength(16);
  for (const font of fonts) expect(Object.keys(font.variationAxes).sort()).toEqual(["wdth", "wght"]);
});

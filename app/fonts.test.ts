import { readdirSync } from "node:fs";
import { openSync } from "fontkit";
import { expect, test } from "vitest";

test("B8.2 both typefaces have every Polish letter in both cases, and body text has its weights", () => {
  const fonts = readdirSync("app/fonts")
    .filter((name) => name.endsWith(".woff2"))
    .map((name) => {
      const font = openSync(`app/fonts/${name}`);
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
  for (const { name, font } of fonts)
    expect(Object.keys(font.variationAxes)).toEqual(name.includes("wide") ? [] : ["wght"]);
});

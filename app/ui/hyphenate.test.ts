import { expect, test } from "vitest";
import { hyphenate } from "./hyphenate.ts";

const shown = (text: string) => hyphenate(text).replaceAll("\u00ad", "-");

test.each([
  "Między-po-ko-le-nio-wego",
  "ogólno-roz-wo-jo-wego",
  "Najspo-koj-niej-sza",
  "przyzwy-cza-je-niach",
  "Dwudzies-to-dzie-wię-cio-let-nia",
])("divides %s between syllables, never inside ch, cz, dz, rz or sz", (divided) => {
  expect(shown(divided.replaceAll("-", ""))).toBe(divided);
});

test("leaves words that fit a phone, and the rest of the heading, unchanged", () => {
  const heading = "Weź tyle, ile\u00a0potrzebujesz: suplementacja 12345678901234567890";
  expect(hyphenate(heading)).toBe(heading);
  expect(hyphenate("Ruch międzypokoleniowy, razem").replaceAll("\u00ad", "")).toBe(
    "Ruch międzypokoleniowy, razem",
  );
});

test("divides a shorter word that stands alone, because nothing beside it can make room", () => {
  expect(shown("Suplementacja")).toBe("Suplemen-tacja");
  expect(shown("Osiągnięcia")).toBe("Osiągnięcia");
  expect(shown("Suplementacja\u200b\ufeff"), "in the preview").toBe("Suplemen-tacja\u200b\ufeff");
});

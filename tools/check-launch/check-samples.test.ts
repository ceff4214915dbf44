import { expect, test } from "vitest";
import { smallestContent, writeContentFolder } from "../../content-model/testing/content-folder.ts";
import { checkSamples } from "./check-samples.ts";

const own = smallestContent.site.replace("ja@example.com", "ja@silownia.pl");

test("the owner's content passes", () => {
  expect(checkSamples(writeContentFolder({ site: own }))).toEqual([]);
});

test("sample data is an error with its file and line", () => {
  const folder = writeContentFolder({
    site: own.replace("600 100 200", "+48 000 000 000"),
    osiagniecia: `${smallestContent.osiagniecia}opinions: [{ sample: true, text: T, author: A, date: 2026, verification: V }]`,
    prywatnosc: `sample: true\n${smallestContent.prywatnosc}`,
  });
  expect(checkSamples(folder)).toEqual([
    { level: "error", text: "przykładowa treść: „+48 000 000 000”", where: `${folder}/site.yaml:4` },
    { level: "error", text: expect.stringContaining("consent"), where: `${folder}/osiagniecia.yaml:6` },
    { level: "error", text: expect.stringContaining("sample: true"), where: `${folder}/prywatnosc.yaml:1` },
  ]);
});

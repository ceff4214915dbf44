import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadContent } from "./load.ts";
import { ContentError } from "./problems.ts";
import { smallestContent, writeContentFolder } from "./testing/content-folder.ts";

const plate = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';

/** The header of a PNG picture. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR________", "latin1");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

/** Loads the smallest content with this logo and returns its problems. */
function problemsWith(logo: string, files: Record<string, string | Buffer>) {
  const folder = writeContentFolder({ site: `${smallestContent.site}logo: ${logo}\n` });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  try {
    loadContent(folder);
    return [];
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return error.problems;
  }
}

it("accepts a plain drawing and a PNG picture", () => {
  expect(problemsWith("logo.svg", { "logo.svg": plate })).toEqual([]);
  expect(problemsWith("logo.png", { "logo.png": pngOf(200, 512) })).toEqual([]);
  expect(problemsWith("logo.png", { "logo.png": pngOf(4096, 512) })).toEqual([]);
});

it.each<[string, string, Record<string, string | Buffer>, string]>([
  ["a missing file", "logo.svg", { "logo2.svg": plate }, "Tego pliku nie ma. Wybierz inny."],
  [
    "a .png file that is not a PNG",
    "logo.png",
    { "logo.png": plate },
    "To logo nie jest obrazem PNG. Zapisz je jeszcze raz jako PNG albo SVG.",
  ],
  [
    "a truncated PNG",
    "logo.png",
    { "logo.png": pngOf(512, 512).subarray(0, 20) },
    "To logo nie jest obrazem PNG. Zapisz je jeszcze raz jako PNG albo SVG.",
  ],
  [
    "a small PNG",
    "logo.png",
    { "logo.png": pngOf(200, 100) },
    "Logo ma 200 × 100 punktów, a jego dłuższy bok może mieć od 512 do 4096.",
  ],
  [
    "a PNG that takes gigabytes of memory",
    "logo.png",
    { "logo.png": pngOf(30_000, 30_000) },
    "Logo ma 30000 × 30000 punktów, a jego dłuższy bok może mieć od 512 do 4096.",
  ],
  [
    "a drawing of many kilobytes",
    "logo.svg",
    { "logo.svg": plate + " ".repeat(100_000) },
    "Ten rysunek ma ponad 100 kB. Uprość go albo zapisz logo jako PNG.",
  ],
])("says where %s is named, what is wrong and what to do", (_case, logo, files, problem) => {
  const [found, ...others] = problemsWith(logo, files);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ path: ["logo"], line: 10, problem });
  expect(found?.file).toMatch(/site\.yaml$/);
});

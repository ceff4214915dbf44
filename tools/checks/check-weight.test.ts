import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../build/testing/temporary-folder.ts";
import { budgets, checkWeight } from "./check-weight.ts";

/** A built client with files of these sizes, and a page. */
function check(sizes: Record<string, number>) {
  const folder = temporaryFolder();
  for (const part of ["assets", "pictures"]) mkdirSync(join(folder, part));
  const { document = budgets.document, ...files } = sizes;
  const whole = { "assets/shell-1.js.br": budgets.scripts, ...files };
  for (const [name, size] of Object.entries(whole)) writeFileSync(join(folder, name), Buffer.alloc(size));
  return checkWeight(folder, [{ path: "/", sentBytes: document }]);
}

test("what just fits passes; other pages' scripts and uncompressed files do not count", () => {
  const more = {
    "assets/galeria-1.js.br": 9000,
    "assets/lightbox-1.js.br": 9000,
    "assets/shell-1.js": 400_000,
  };
  expect(check({ ...more, "pictures/hero-2400.avif": budgets.picture })).toEqual([]);
});

test.each([
  ["document", budgets.document + 100, "error", "strona waży 14,7 kB, a może najwyżej 14,6 kB", "/"],
  ["assets/kontakt-1.js.br", 1000, "warning", "skrypty ważą razem 101,0 kB", undefined],
  ["pictures/a-1800.jpg", budgets.picture + 1000, "warning", "zdjęcie waży 601,0 kB", "a-1800.jpg"],
])("%s with %i bytes is too heavy", (name, size, level, text, where) => {
  expect(check({ [name]: size })).toEqual([
    { level, text: expect.stringContaining(text), ...(where && { where }) },
  ]);
});

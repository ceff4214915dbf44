import { readFileSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressFolder } from "./release-files.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

test("texts get compressed variants with the same content; pictures and incompressible files get none", async () => {
  const folder = temporaryFolder();
  const text = "<p>Plan treningowy</p>".repeat(100);
  writeFileSync(join(folder, "oferta.html"), text);
  writeFileSync(join(folder, "robots.txt"), "x");
  writeFileSync(join(folder, "hero.jpg"), text);
  await compressFolder(folder);
  expect((await readdir(folder)).sort()).toEqual([
    "hero.jpg",
    "oferta.html",
    "oferta.html.br",
    "oferta.html.gz",
    "robots.txt",
  ]);
  expect(brotliDecompressSync(readFileSync(join(folder, "oferta.html.br"))).toString()).toBe(text);
  expect(gunzipSync(readFileSync(join(folder, "oferta.html.gz"))).toString()).toBe(text);
});

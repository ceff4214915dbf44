// npm run art:pictures: encodes the sample's photographs into sample-pictures/, so that a first build need not. A test fails when one is missing.
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { cachedPictures, pictureName } from "../publishing/site/pictures.ts";

const cacheDir = "sample-pictures";
const names: string[] = [];
for (const file of await readdir("content/photos")) {
  const original = await readFile(join("content/photos", file));
  names.push(pictureName(file, original));
  await cachedPictures(file, original, { cacheDir, codeDir: "build/code" });
}
for (const name of await readdir(cacheDir)) if (!names.includes(name)) await rm(join(cacheDir, name), { recursive: true });

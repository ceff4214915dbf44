import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { plateMark } from "./brand-mark.ts";
import { drawIcons } from "./icons.ts";

const pngSizes = {
  "apple-touch-icon.png": 180,
  "icon-192.png": 192,
  "icon-512.png": 512,
  "icon-maskable-192.png": 192,
  "icon-maskable-512.png": 512,
  "mstile-150.png": 150,
  "logo.png": 600,
};

test("B8.1 icons have the size that their name says, in the accent's colour", async () => {
  const folder = temporaryFolder();
  await drawIcons(folder, plateMark("#00aa55"));
  for (const [name, size] of Object.entries(pngSizes)) {
    const { format, width, height } = await sharp(join(folder, name)).metadata();
    expect([name, format, width, height]).toEqual([name, "png", size, size]);
  }
  const { data } = await sharp(join(folder, "icon-512.png"))
    .extract({ left: 256, top: 256, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([...data]).toEqual([0x00, 0xaa, 0x55]);
});

test("B8.1 a maskable icon's mark lies within the safe circle", async () => {
  const folder = temporaryFolder();
  await drawIcons(folder, plateMark("#ff4f1a"));
  const { data, info } = await sharp(join(folder, "icon-maskable-512.png"))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const outside: number[] = [];
  for (let at = 0; at < info.width * info.height; at += 1) {
    const fromCentre = Math.hypot((at % info.width) - 255.5, Math.floor(at / info.width) - 255.5);
    if (fromCentre > 0.4 * 512 && data[at * 3] !== 255) outside.push(at);
  }
  expect(outside).toEqual([]);
});

test("B8.1 favicon.ico holds pictures of 16, 32 and 48 points where its directory says", async () => {
  const folder = temporaryFolder();
  await drawIcons(folder, plateMark("#ff4f1a"));
  const ico = await readFile(join(folder, "favicon.ico"));
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 3]);
  let end = 6 + 3 * 16;
  for (const [index, size] of [16, 32, 48].entries()) {
    const entry = ico.subarray(6 + index * 16, 22 + index * 16);
    expect([entry.readUInt8(0), entry.readUInt8(1), entry.readUInt32LE(12)]).toEqual([size, size, end]);
    const picture = ico.subarray(end, end + entry.readUInt32LE(8));
    expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: size, height: size });
    end += picture.length;
  }
  expect(end).toBe(ico.length);
});

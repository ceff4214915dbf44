import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createReleaseFiles } from "../release-files.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { drawBrandMark, loadBrandMark, writeLogo } from "./brand-mark.ts";
import { drawIcons, linkedIcons } from "./icons.ts";
import { PictureError } from "./pictures.ts";

const accent = "#ff4f1a";
const green = [0, 0xaa, 0x55];
const wideSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path fill="#00aa55" d="M0 0h40v10H0z"/></svg>';

function greenPng(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#00aa55" } })
    .png()
    .toBuffer();
}

async function mark(name: string, bytes: string | Buffer) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), bytes);
  return loadBrandMark({ logo: name, accent }, folder);
}

async function colourAt(picture: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
}

describe("the owner's logo", () => {
  test("a wide drawing fills an icon's width and is centred", async () => {
    const icon = await drawBrandMark(await mark("logo.svg", wideSvg), { size: 100 });
    expect(await colourAt(icon, 2, 50)).toEqual([...green, 255]);
    expect(await colourAt(icon, 97, 50)).toEqual([...green, 255]);
    expect((await colourAt(icon, 50, 30))[3]).toBe(0);
    expect((await colourAt(icon, 50, 70))[3]).toBe(0);
  });

  test("replaces the plate in every icon", async () => {
    const folder = temporaryFolder();
    const drawing = await mark("logo.svg", wideSvg);
    await drawIcons(folder, drawing);
    const links = linkedIcons(drawing);
    expect(readFileSync(join(folder, "favicon.svg"), "utf8")).toBe(wideSvg);
    expect(links.map(({ href }) => href)).toEqual(["/favicon.ico", "/favicon.svg"]);
    for (const name of ["icon-512.png", "icon-maskable-192.png", "apple-touch-icon.png", "logo.png"]) {
      const icon = readFileSync(join(folder, name));
      const { width = 0 } = await sharp(icon).metadata();
      expect([name, ...(await colourAt(icon, width / 2, width / 2))]).toEqual([name, ...green, 255]);
      expect([name, ...(await colourAt(icon, 1, 1))]).toEqual([name, 255, 255, 255, 255]);
    }
  });

  test("a PNG picture yields all icons but the SVG one, which documents then do not link", async () => {
    const folder = temporaryFolder();
    const picture = await mark("logo.png", await greenPng(600, 300));
    await drawIcons(folder, picture);
    const links = linkedIcons(picture);
    expect(existsSync(join(folder, "favicon.svg"))).toBe(false);
    expect(links.map(({ href }) => href)).toEqual(["/favicon.ico", "/icon-192.png"]);
    expect(await colourAt(readFileSync(join(folder, "icon-192.png")), 96, 96)).toEqual([...green, 255]);
  });

  test("header and footer get it under a hashed name: an SVG unchanged, a PNG no larger than shown", async () => {
    const clientDir = temporaryFolder();
    const drawing = await writeLogo(
      await mark("logo.svg", wideSvg),
      { logo: "logo.svg" },
      createReleaseFiles(clientDir),
    );
    expect(drawing).toMatchObject({ src: expect.stringMatching(/^\/assets\/logo-[0-9a-f]{10}\.svg$/) });
    expect((drawing?.width ?? 0) / (drawing?.height ?? 1)).toBe(4);
    const picture = await writeLogo(
      await mark("logo.png", await greenPng(3000, 1000)),
      { logo: "logo.png" },
      createReleaseFiles(clientDir),
    );
    expect(picture).toMatchObject({ src: expect.stringMatching(/\.png$/), width: 3000, height: 1000 });
    const written = await sharp(join(clientDir, picture?.src ?? "")).metadata();
    expect([written.width, written.height]).toEqual([336, 112]);
  });

  test("without a logo the plate is drawn, and header and footer need no file", async () => {
    const plate = await loadBrandMark({ accent: "#00aa55" }, temporaryFolder());
    expect(await colourAt(await drawBrandMark(plate, { size: 64 }), 32, 32)).toEqual([...green, 255]);
    expect(await writeLogo(plate, {}, createReleaseFiles(temporaryFolder()))).toBeUndefined();
  });

  test("an unusable picture is reported in Polish", async () => {
    const damaged = (await greenPng(600, 600)).subarray(0, 400);
    const failure = await mark("logo.png", damaged).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PictureError);
    expect((failure as PictureError).message).toMatch(/^logo\.png: logo jest uszkodzone/);
  });
});

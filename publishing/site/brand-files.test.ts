import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { PictureError } from "../photos/photo-problem.ts";
import type { Limits } from "../photos/sandbox.ts";
import { createReleaseFiles } from "../release-files.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { addBrandFiles } from "./brand-files.ts";
import { linkedIcons } from "./brand-mark.ts";
import { drawBrandMark } from "./icons.ts";

const accent = "#ff4f1a";
const green = [0, 0xaa, 0x55];
const wideSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path fill="#00aa55" d="M0 0h40v10H0z"/></svg>';

function greenPng(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#00aa55" } })
    .png()
    .toBuffer();
}

/** Adds the files of a brand with this logo to `folder`. */
async function brand(logo?: string, bytes: string | Buffer = "", limits?: Limits) {
  const [contentDir, folder] = [temporaryFolder(), temporaryFolder()];
  if (logo !== undefined) writeFileSync(join(contentDir, logo), bytes);
  const files = createReleaseFiles(folder);
  const options = {
    contentDir,
    cacheDir: temporaryFolder(),
    codeDir: "unused",
    files,
    ...(limits && { limits }),
  };
  return { folder, ...(await addBrandFiles({ logo, accent }, options)) };
}

async function colourAt(picture: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
}

describe("the owner's logo", () => {
  test("a wide drawing fills an icon's width and is centred", async () => {
    const { mark } = await brand("logo.svg", wideSvg);
    const icon = await drawBrandMark(mark, { size: 100 });
    expect(await colourAt(icon, 2, 50)).toEqual([...green, 255]);
    expect(await colourAt(icon, 97, 50)).toEqual([...green, 255]);
    expect((await colourAt(icon, 50, 30))[3]).toBe(0);
    expect((await colourAt(icon, 50, 70))[3]).toBe(0);
  });

  test("replaces the plate in every icon", async () => {
    const { folder, mark } = await brand("logo.svg", wideSvg);
    const links = linkedIcons(mark);
    expect(existsSync(join(folder, "favicon.svg"))).toBe(false);
    expect(links.map(({ href }) => href)).toEqual(["/favicon.ico", "/icon-192.png"]);
    for (const name of ["icon-512.png", "icon-maskable-192.png", "apple-touch-icon.png", "logo.png"]) {
      const icon = readFileSync(join(folder, name));
      const { width = 0 } = await sharp(icon).metadata();
      expect([name, ...(await colourAt(icon, width / 2, width / 2))]).toEqual([name, ...green, 255]);
      expect([name, ...(await colourAt(icon, 1, 1))]).toEqual([name, 255, 255, 255, 255]);
    }
  });

  test("a PNG picture yields all icons but the SVG one, which documents then do not link", async () => {
    const { folder, mark } = await brand("logo.png", await greenPng(600, 300));
    const links = linkedIcons(mark);
    expect(existsSync(join(folder, "favicon.svg"))).toBe(false);
    expect(links.map(({ href }) => href)).toEqual(["/favicon.ico", "/icon-192.png"]);
    expect(await colourAt(readFileSync(join(folder, "icon-192.png")), 96, 96)).toEqual([...green, 255]);
  });

  test("T26 header and footer get it under a hashed name as a picture no larger than shown, a drawing too", async () => {
    const { logo: drawing } = await brand("logo.svg", wideSvg);
    expect(drawing).toMatchObject({ src: expect.stringMatching(/^\/assets\/logo-[0-9a-f]{10}\.png$/) });
    expect((drawing?.width ?? 0) / (drawing?.height ?? 1)).toBe(4);
    const { folder, logo: picture } = await brand("logo.png", await greenPng(3000, 1000));
    expect(picture).toMatchObject({ src: expect.stringMatching(/\.png$/), width: 336, height: 112 });
    const written = await sharp(join(folder, picture?.src ?? "")).metadata();
    expect([written.width, written.height]).toEqual([336, 112]);
  });

  test("without a logo the plate is drawn, and header and footer need no file", async () => {
    const { folder, logo } = await brand();
    const icon = readFileSync(join(folder, "icon-192.png"));
    expect(await colourAt(icon, 96, 96)).toEqual([0xff, 0x4f, 0x1a, 255]);
    expect(logo).toBeUndefined();
  });

  test("an unusable picture is reported in Polish", async () => {
    const damaged = (await greenPng(600, 600)).subarray(0, 400);
    const failure = await brand("logo.png", damaged).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PictureError);
    expect((failure as PictureError).message).toMatch(/^logo\.png: logo jest uszkodzone/);
  });

  test.runIf(process.platform === "linux")(
    "T16 a logo that takes long to decode is reported in Polish",
    async () => {
      const limits = { cpuMs: 20, wallMs: 600_000, maxRssBytes: 4e9 };
      const failure = await brand("logo.png", await greenPng(4000, 4000), limits).catch(
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(PictureError);
      expect((failure as PictureError).message).toMatch(/^logo\.png: logo jest uszkodzone albo zbyt złożone/);
    },
  );
});

import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { constants, deflateRawSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { PictureError } from "../photos/photo-problem.ts";
import type { Limits } from "../photos/sandbox.ts";
import { greyPng, hollowPng } from "../photos/testing/sample-photos.ts";
import { createReleaseFiles } from "../release-files.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { buildPictures, pictureName } from "./pictures.ts";

async function setUp(photos: Record<string, Buffer>, limits?: Limits) {
  const folder = temporaryFolder();
  const folders = { photosDir: join(folder, "photos"), cacheDir: join(folder, "cache") };
  await mkdir(folders.photosDir);
  for (const [name, bytes] of Object.entries(photos)) await writeFile(join(folders.photosDir, name), bytes);
  const options = { ...folders, codeDir: "unused", files: createReleaseFiles(folder) };
  const build = (...photos: string[]) => buildPictures(photos, { ...options, ...(limits && { limits }) });
  return { ...folders, outDir: join(folder, "pictures"), build };
}

function photo(width = 500, height = 300) {
  return sharp({ create: { width, height, channels: 3, background: "#c0ffee" } });
}

const taggedPhoto = () =>
  photo()
    .withExif({
      IFD0: { Artist: "Jan Nowak", Make: "Aparat" },
      IFD3: {
        GPSLatitude: "52/1 13/1 0/1",
        GPSLatitudeRef: "N",
        GPSLongitude: "21/1 0/1 0/1",
        GPSLongitudeRef: "E",
      },
    })
    .jpeg()
    .toBuffer();

test("the sample's photographs are shipped encoded", async () => {
  for (const file of (await readdir("content/photos")).filter((name) => name.endsWith(".jpg"))) {
    const name = pictureName(file, await readFile(join("content/photos", file)));
    expect(await readdir(join("sample-pictures", name)), "npm run art:pictures").toContain("picture.json");
  }
});

describe("pictures", () => {
  test("are encoded in three formats at widths up to the original's", async () => {
    const { build, outDir } = await setUp({ "hero.jpg": await photo(1300, 100).jpeg().toBuffer() });
    const hero = (await build("hero.jpg")).get("hero.jpg");
    expect(hero).toMatchObject({
      width: 1300,
      height: 100,
      avif: [400, 640, 960, 1280],
      webp: [640, 1280],
      jpg: 1300,
    });
    const widths = [
      ...(hero?.avif ?? []).map((w) => `${w}.avif`),
      ...(hero?.webp ?? []).map((w) => `${w}.webp`),
      "1300.jpg",
    ];
    for (const end of widths) {
      const { width } = await sharp(
        join(outDir, `${hero?.base.replace("/pictures/", "")}-${end}`),
      ).metadata();
      expect(`${width}.${end.split(".")[1]}`).toBe(end);
    }
  });

  test("are never upscaled", async () => {
    const { build } = await setUp({ "small.png": await photo(200, 100).png().toBuffer() });
    expect((await build("small.png")).get("small.png")).toMatchObject({ avif: [200], webp: [200], jpg: 200 });
  });

  test("have no EXIF data or location", async () => {
    const original = await taggedPhoto();
    expect((await sharp(original).metadata()).exif?.toString("latin1")).toContain("Jan Nowak");
    const { build, outDir } = await setUp({ "tagged.jpg": original });
    await build("tagged.jpg");
    const files = await readdir(outDir);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      const metadata = await sharp(join(outDir, file)).metadata();
      expect([file, metadata.exif, metadata.xmp, metadata.iptc]).toEqual([
        file,
        undefined,
        undefined,
        undefined,
      ]);
      expect((await readFile(join(outDir, file))).includes("Jan Nowak")).toBe(false);
    }
  });

  test("are upright when the camera was held sideways", async () => {
    const sideways = await photo(500, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { build, outDir } = await setUp({ "turned.jpg": sideways });
    const turned = (await build("turned.jpg")).get("turned.jpg");
    expect(turned).toMatchObject({ width: 300, height: 500 });
    const { width, height } = await sharp(
      join(outDir, `${turned?.base.replace("/pictures/", "")}-300.jpg`),
    ).metadata();
    expect([width, height]).toEqual([300, 500]);
  });

  test("come from the cache the second time and get a new address when the photo changes", async () => {
    const { build, photosDir, outDir, cacheDir } = await setUp({
      "hero.jpg": await photo().jpeg().toBuffer(),
    });
    const first = (await build("hero.jpg")).get("hero.jpg");
    const [kept = ""] = await readdir(cacheDir);
    const encodedAt = (await stat(join(cacheDir, kept, "picture.json"))).mtimeMs;
    const again = (await build("hero.jpg")).get("hero.jpg");
    expect(again).toEqual(first);
    expect((await stat(join(cacheDir, kept, "picture.json"))).mtimeMs).toBe(encodedAt);
    await writeFile(join(photosDir, "hero.jpg"), await photo(400, 400).jpeg().toBuffer());
    const changed = (await build("hero.jpg")).get("hero.jpg");
    expect(changed?.base).not.toBe(first?.base);
    expect(await readdir(outDir)).toContain(`${changed?.base.replace("/pictures/", "")}-400.jpg`);
  });
});

test("T16 nothing but pictures is published of what a decoder has written", async () => {
  const { build, cacheDir, outDir } = await setUp({ "hero.jpg": await photo().jpeg().toBuffer() });
  await build("hero.jpg");
  const [kept = ""] = await readdir(cacheDir);
  for (const name of ["page.html", "drawing.svg"]) await writeFile(join(cacheDir, kept, name), "<script>");
  await build("hero.jpg");
  const endings = (await readdir(outDir)).map((name) => name.split(".").at(-1));
  expect(new Set(endings)).toEqual(new Set(["avif", "webp", "jpg"]));
});

test("pictures can be encoded by two builds at once", async () => {
  const { build, cacheDir } = await setUp({ "hero.jpg": await photo().jpeg().toBuffer() });
  const [one, other] = await Promise.all([build("hero.jpg"), build("hero.jpg")]);
  expect(one).toEqual(other);
  expect(await readdir(cacheDir)).toHaveLength(1);
});

describe("unusable pictures are reported in Polish", () => {
  async function messageFor(name: string, bytes: Buffer | undefined, limits?: Limits): Promise<string> {
    const { build, cacheDir } = await setUp(bytes ? { [name]: bytes } : {}, limits);
    const failure = await build(name).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PictureError);
    const kept = await readdir(cacheDir).catch(() => []);
    expect(kept).toEqual([]);
    return (failure as PictureError).message;
  }

  test("missing", async () => {
    expect(await messageFor("brak.jpg", undefined)).toMatch(/brak\.jpg: Nie ma takiego pliku ze zdjęciem\.$/);
  });

  test("all at once", async () => {
    const { build } = await setUp({
      "b.jpg": Buffer.from("hello"),
      "c.jpg": await photo().jpeg().toBuffer(),
    });
    await expect(build("a.jpg", "b.jpg", "c.jpg")).rejects.toThrow(
      /^a\.jpg: .*\nb\.jpg: To nie jest zdjęcie[^\n]*$/,
    );
  });

  test("truncated", async () => {
    const whole = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        background: "#123456",
        noise: { type: "gaussian", mean: 120, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer();
    expect(await messageFor("uciete.jpg", whole.subarray(0, whole.length / 2))).toMatch(
      /^uciete\.jpg: Tego zdjęcia nie da się odczytać/,
    );
  });

  test("of another type", async () => {
    expect(await messageFor("film.jpg", Buffer.from("to nie jest zdjęcie"))).toMatch(
      /^film\.jpg: To nie jest zdjęcie w formacie/,
    );
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    expect(await messageFor("rysunek.jpg", drawing)).toMatch(/^rysunek\.jpg: To nie jest zdjęcie/);
  });

  const roomy: Limits = { cpuMs: 600_000, wallMs: 600_000, maxRssBytes: 4e9 };

  test.runIf(process.platform === "linux").each<[string, Partial<Limits>, RegExp]>([
    ["slow to decode", { cpuMs: 20 }, /^sala\.jpg: Przygotowanie tego zdjęcia trwało zbyt długo/],
    [
      "decoded with too much memory",
      { maxRssBytes: 1e6 },
      /^sala\.jpg: To zdjęcie wymaga zbyt wiele pamięci/,
    ],
  ])("%s", async (_, limits, message) => {
    const bytes = await photo(4000, 3000).jpeg().toBuffer();
    expect(await messageFor("sala.jpg", bytes, { ...roomy, ...limits })).toMatch(message);
  });

  test("T16 a bomb of 900 million points in half a megabyte", async () => {
    const bytes = 30_000 * (1 + 30_000 / 2);
    const part = deflateRawSync(Buffer.alloc(bytes / 1000), { finishFlush: constants.Z_FULL_FLUSH });
    const sum = Buffer.of(0, 0, 0, 1);
    sum.writeUInt16BE(bytes % 65_521);
    const parts = Array.from({ length: 1000 }, () => part);
    const bomb = greyPng(
      30_000,
      30_000,
      Buffer.concat([Buffer.of(0x78, 0x9c), ...parts, deflateRawSync(""), sum]),
    );
    expect(bomb.length).toBeLessThan(512 * 1024);
    expect(await messageFor("bomba.png", bomb)).toMatch(
      /^bomba\.png: To zdjęcie ma ponad 60 milionów punktów/,
    );
  });

  test("too big", async () => {
    expect(await messageFor("ogromne.png", hollowPng(10_000, 10_000))).toMatch(
      /^ogromne\.png: To zdjęcie ma ponad 60 milionów punktów/,
    );
  });
});

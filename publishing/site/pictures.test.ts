import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createReleaseFiles } from "../release-files.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { buildPictures, PictureError } from "./pictures.ts";

async function setUp(photos: Record<string, Buffer>) {
  const folder = temporaryFolder();
  const folders = {
    photosDir: join(folder, "photos"),
    cacheDir: join(folder, "cache"),
  };
  await mkdir(folders.photosDir);
  for (const [name, bytes] of Object.entries(photos)) await writeFile(join(folders.photosDir, name), bytes);
  const build = (...photos: string[]) =>
    buildPictures(photos, { ...folders, files: createReleaseFiles(folder) });
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

describe("pictures", () => {
  test("are encoded in three formats at widths up to the original's", async () => {
    const { build, outDir } = await setUp({ "hero.jpg": await photo(1300, 800).jpeg().toBuffer() });
    const hero = (await build("hero.jpg")).get("hero.jpg");
    expect(hero).toMatchObject({
      width: 1300,
      height: 800,
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

test("pictures can be encoded by two builds at once", async () => {
  const { build, cacheDir } = await setUp({ "hero.jpg": await photo().jpeg().toBuffer() });
  const [one, other] = await Promise.all([build("hero.jpg"), build("hero.jpg")]);
  expect(one).toEqual(other);
  expect(await readdir(cacheDir)).toHaveLength(1);
});

/** A PNG whose header claims 10000 by 10000 pixels, with hardly any data. */
function hugePng(): Buffer {
  const head = Buffer.from([0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10, 8, 2, 0, 0, 0]);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    pngChunk("IHDR", head),
    pngChunk("IDAT", deflateSync("")),
    pngChunk("IEND"),
  ]);
}

function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

describe("unusable pictures are reported in Polish", () => {
  async function messageFor(name: string, bytes: Buffer | undefined): Promise<string> {
    const { build, cacheDir } = await setUp(bytes ? { [name]: bytes } : {});
    const failure = await build(name).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PictureError);
    const kept = await readdir(cacheDir).catch(() => []);
    expect(kept).toEqual([]);
    return (failure as PictureError).message;
  }

  test("missing", async () => {
    expect(await messageFor("brak.jpg", undefined)).toMatch(/brak\.jpg: nie ma takiego pliku ze zdjęciem\.$/);
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
      /^uciete\.jpg: zdjęcie jest uszkodzone/,
    );
  });

  test("of another type", async () => {
    expect(await messageFor("film.jpg", Buffer.from("to nie jest zdjęcie"))).toMatch(
      /^film\.jpg: to nie jest zdjęcie w formacie JPEG, PNG, WebP, AVIF lub TIFF\.$/,
    );
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    expect(await messageFor("rysunek.jpg", drawing)).toMatch(/^rysunek\.jpg: to nie jest zdjęcie/);
  });

  test("too big", async () => {
    expect(await messageFor("ogromne.png", hugePng())).toBe(
      "ogromne.png: zdjęcie ma 10000 × 10000 punktów; zmniejsz je do najwyżej 6000 punktów szerokości.",
    );
  });
});

import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { createPhotoImporter } from "./import-photo.ts";
import { photoProblems } from "./photo-problem.ts";
import { type Limits, runDecoder } from "./sandbox.ts";
import { halves, hollowPng, ownContentIn, phoneHeic } from "./testing/sample-photos.ts";

function setUp(limits?: Limits) {
  const folder = temporaryFolder();
  const ownContentDir = ownContentIn(folder);
  const photosDir = join(ownContentDir, "photos");
  const picturesDir = join(folder, "pictures");
  const take = createPhotoImporter({
    ownContentDir,
    cacheDir: folder,
    codeDir: "build/code",
    ...(limits && { limits }),
  });
  const left = async () => [
    ...(await readdir(photosDir).catch(() => [])),
    ...(await readdir(picturesDir).catch(() => [])),
  ];
  return { photosDir, picturesDir, take, left };
}

/** What is stored of a photograph, without its pictures. */
async function decoded(bytes: Buffer): Promise<Buffer> {
  const photo = await runDecoder("decode-photo.js", { args: [], input: bytes }, { codeDir: "build/code" });
  if (typeof photo === "string") throw new Error(photo);
  return photo;
}

/** The colours at the centres of the left and right halves. */
async function coloursOf(photo: Buffer): Promise<number[][]> {
  const { width, height } = await sharp(photo).metadata();
  const at = (left: number) =>
    sharp(photo)
      .extract({ left, top: height >> 1, width: 1, height: 1 })
      .raw()
      .toBuffer();
  return [[...(await at(width >> 2))], [...(await at((width * 3) >> 2))]];
}

function expectNear(colours: number[][], wanted: number[][], tolerance: number): void {
  const distance = Math.max(...colours.flat().map((value, at) => Math.abs(value - (wanted.flat()[at] ?? 0))));
  expect(distance, JSON.stringify(colours)).toBeLessThanOrEqual(tolerance);
}

const white = [255, 255, 255];
const redAndBlue = [
  [0xc0, 0x30, 0x20],
  [0x20, 0x40, 0xc0],
];

describe("a photograph is stored as an sRGB JPEG", () => {
  const kinds: Record<string, () => Promise<Buffer> | Buffer> = {
    "from JPEG": () => halves().jpeg().toBuffer(),
    "from PNG": () => halves().png().toBuffer(),
    "from PNG with 16 bits": () => halves().toColourspace("rgb16").png().toBuffer(),
    "from WebP": () => halves().webp().toBuffer(),
    "from AVIF": () => halves().avif({ effort: 0 }).toBuffer(),
    "from Display P3": () => halves().withIccProfile("p3").jpeg().toBuffer(),
  };
  test.each(Object.entries(kinds))("%s", async (_kind, make) => {
    const photo = await decoded(await make());
    expect(await sharp(photo).metadata()).toMatchObject({ format: "jpeg", space: "srgb", depth: "uchar" });
    expectNear(await coloursOf(photo), redAndBlue, 8);
  });

  test("from CMYK, in similar colours", async () => {
    const cmyk = await halves().toColourspace("cmyk").withIccProfile("cmyk").jpeg().toBuffer();
    expect(await sharp(cmyk).metadata()).toMatchObject({ space: "cmyk" });
    const photo = await decoded(cmyk);
    expect(await sharp(photo).metadata()).toMatchObject({ space: "srgb", channels: 3 });
    // CMYK cannot express this blue.
    expectNear(await coloursOf(photo), redAndBlue, 70);
  });

  test("from HEIC with a phone's colour profile", async () => {
    const photo = await decoded(phoneHeic);
    expect(await sharp(photo).metadata()).toMatchObject({ format: "jpeg", width: 480, height: 640 });
    const onItsSide = await sharp(photo).rotate(270).toBuffer();
    expectNear(await coloursOf(onItsSide), redAndBlue, 8);
  });

  test("from a transparent PNG, on white", async () => {
    const clear = sharp({ create: { width: 400, height: 400, channels: 4, background: "#00000000" } });
    expectNear(await coloursOf(await decoded(await clear.png().toBuffer())), [white, white], 1);
  });
});

test("a stored photograph is upright, at most 3000 pixels long and carries no camera, location or profile data", async () => {
  const sideways = await halves(4000, 400)
    .withIccProfile("p3")
    .withExif({ IFD0: { Artist: "Jan Nowak" }, IFD3: { GPSLatitude: "52/1 13/1 0/1", GPSLatitudeRef: "N" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { photosDir, take } = setUp();
  const taken = await take(sideways, "zdjecie");
  if (taken.kind !== "stored") throw new Error(taken.message);
  const photo = await readFile(join(photosDir, taken.file));
  expect(photo).toEqual(await decoded(sideways));
  const { width, height, exif, xmp, iptc, icc, orientation } = await sharp(photo).metadata();
  expect([width, height]).toEqual([300, 3000]);
  expect([exif, xmp, iptc, icc, orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expectNear(await coloursOf(await sharp(photo).rotate(270).toBuffer()), redAndBlue, 8);
});

test("a photograph's name combines the original name and a hash, and its content is stored once under any name", async () => {
  const { photosDir, picturesDir, take } = setUp();
  const bytes = await halves().jpeg().toBuffer();
  const first = await take(bytes, "C:\\Zdjęcia\\Trening ŻÓŁTY nr 1.JPG");
  const again = await take(bytes, "trening-zolty-nr-1.jpg");
  const renamed = await take(bytes, "inne");
  expect(first).toEqual({
    kind: "stored",
    file: expect.stringMatching(/^trening-zolty-nr-1-[0-9a-f]{12}\.jpg$/),
  });
  expect(again).toEqual(first);
  expect(renamed).toEqual(first);
  expect(await readdir(photosDir)).toHaveLength(1);
  expect(await readdir(picturesDir)).toHaveLength(1);
});

test("P5.2 publishing finds all widths of a stored photograph in its cache", async () => {
  const { photosDir, picturesDir, take } = setUp();
  const taken = await take(await halves(1000, 400).jpeg().toBuffer(), "sala");
  if (taken.kind !== "stored") throw new Error(taken.message);
  const before = await readdir(picturesDir, { recursive: true });
  expect(before.filter((name) => /\.(?:avif|webp|jpg)$/.test(name))).toHaveLength(5);
  const { buildPictures } = await import("../site/pictures.ts");
  const linked: string[] = [];
  const link = async (_address: string, source: string) => void linked.push(source);
  await buildPictures([taken.file], { photosDir, cacheDir: picturesDir, codeDir: "unused", files: { link } });
  expect(await readdir(picturesDir, { recursive: true })).toEqual(before);
  expect(linked).toHaveLength(5);
});

describe("invalid photographs are refused in Polish and leave no files", () => {
  const heicSequence = Buffer.from(phoneHeic);
  heicSequence.write("hevc", 8);
  const animated = async () =>
    sharp([await halves().png().toBuffer(), await halves().negate().png().toBuffer()], {
      join: { animated: true },
    });
  const cases: Record<string, [keyof typeof photoProblems, () => Promise<Buffer> | Buffer]> = {
    empty: ["empty", () => Buffer.alloc(0)],
    "over 25 MB": ["tooManyBytes", () => Buffer.alloc(25_000_001)],
    text: ["notAPhoto", () => Buffer.from("to nie jest zdjęcie")],
    SVG: [
      "notAPhoto",
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'),
    ],
    PDF: ["notAPhoto", () => Buffer.from("%PDF-1.7\n")],
    TIFF: ["notAPhoto", () => halves().tiff().toBuffer()],
    MP4: ["notAPhoto", () => Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isommp42", "latin1")],
    "an SVG with the first bytes of a JPEG": [
      "damaged",
      () => Buffer.concat([Buffer.of(0xff, 0xd8, 0xff), Buffer.from("<svg/>")]),
    ],
    "animated GIF": ["notAPhoto", async () => (await animated()).gif().toBuffer()],
    "animated WebP": ["animated", async () => (await animated()).webp().toBuffer()],
    "HEIC sequence": ["animated", () => heicSequence],
    "truncated JPEG": ["damaged", async () => (await noisy().jpeg().toBuffer()).subarray(0, 40_000)],
    "truncated PNG": ["damaged", async () => (await noisy().png().toBuffer()).subarray(0, 40_000)],
    "truncated WebP": ["damaged", async () => (await noisy().webp().toBuffer()).subarray(0, 10_000)],
    "truncated AVIF": [
      "damaged",
      async () => (await noisy().avif({ effort: 0 }).toBuffer()).subarray(0, 5000),
    ],
    "truncated HEIC": ["damaged", () => phoneHeic.subarray(0, 1500)],
    "a bomb of 10 000 million points": ["tooManyPixels", () => hollowPng(100_000, 100_000)],
    "a thin line": ["tooSmall", () => hollowPng(100_000, 1)],
    "one point": ["tooSmall", () => halves(2, 1).png().toBuffer()],
  };
  test.each(Object.entries(cases))("%s", async (_what, [problem, make]) => {
    const { take, left } = setUp();
    expect(await take(await make(), "zdjecie.jpg")).toEqual({
      kind: "refused",
      problem,
      message: photoProblems[problem],
    });
    expect(await left()).toEqual([]);
  });
});

function noisy() {
  return sharp({
    create: {
      width: 600,
      height: 600,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 120, sigma: 40 },
    },
  });
}

test("a photograph that takes too long is stopped and refused", async () => {
  const { take, left } = setUp({ cpuMs: 60_000, wallMs: 1, maxRssBytes: 400_000_000 });
  expect(await take(await halves().jpeg().toBuffer(), "a")).toMatchObject({ problem: "tooSlow" });
  expect(await left()).toEqual([]);
});

test.runIf(existsSync("/proc/self/status"))(
  "a photograph that takes too much memory is stopped and refused",
  async () => {
    const { take, left } = setUp({ cpuMs: 60_000, wallMs: 60_000, maxRssBytes: 30_000_000 });
    expect(await take(await halves(5000, 4000).png().toBuffer(), "a")).toMatchObject({
      problem: "tooMuchMemory",
    });
    expect(await left()).toEqual([]);
  },
);

test("a failing photograph does not stop the next ones", async () => {
  const { take } = setUp();
  const results = await Promise.all([
    take(Buffer.from("nic"), "a"),
    take(await halves().jpeg().toBuffer(), "b"),
  ]);
  expect(results.map(({ kind }) => kind)).toEqual(["refused", "stored"]);
});

test("a photograph that cannot be stored leaves no pictures", async () => {
  const { photosDir, picturesDir, take } = setUp();
  const taking = take(await halves().jpeg().toBuffer(), "a");
  await expect
    .poll(() => readdir(picturesDir).catch(() => []), { interval: 5 })
    .toEqual([expect.stringContaining(".partial-")]);
  await rm(photosDir, { recursive: true });
  await writeFile(photosDir, "");
  await expect(taking).rejects.toMatchObject({ code: "ENOTDIR" });
  expect(await readdir(picturesDir)).toEqual([]);
});

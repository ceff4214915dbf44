import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createReleaseFiles } from "../release-files.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { type BrandMark, plateMark } from "./brand-mark.ts";
import { buildCards } from "./cards.ts";
import { drawCard } from "./draw-card.ts";

const options = (folder: string) => ({
  cacheDir: join(folder, "cache"),
  codeDir: "unused",
  files: createReleaseFiles(folder),
});

test("a photograph that lies on its side is drawn upright", async () => {
  const outDir = temporaryFolder();
  const upright = await sharp("content/photos/hero-phone.jpg").resize(600).toBuffer();
  const drawn = async (photo: string, turned: Buffer) => {
    const file = join(outDir, photo);
    await writeFile(file, turned);
    const brand = { name: "X", accent: "#ff4f1a", mark: plateMark("#ff4f1a") };
    const cards = [{ path: "/", title: "X", photo: file }];
    const { "/": address = "" } = await buildCards(cards, { brand, ...options(outDir) });
    return sharp(join(outDir, address)).resize(24, 12, { fit: "fill" }).raw().toBuffer();
  };
  const turned = await sharp(upright).rotate(90).withMetadata({ orientation: 8 }).png().toBuffer();
  const [one, other] = [await drawn("a.jpg", upright), await drawn("b.png", turned)];
  expect(Math.max(...one.map((value, at) => Math.abs(value - (other[at] ?? 0))))).toBeLessThan(12);
});

test("B8.4 every page gets its own card of 1200x630, even without a photo or with a long title", async () => {
  const outDir = temporaryFolder();
  const addresses = await buildCards(
    [
      { path: "/", title: "Trening personalny", photo: "content/photos/hero.jpg" },
      {
        path: "/oferta",
        title: "Plan treningowy, dieta, suplementacja i treningi personalne w Miasteczku i okolicach",
      },
      { path: "/kontakt", title: "Kontakt" },
    ],
    { brand: { name: "Żelazna Chwila", accent: "#ff4f1a", mark: plateMark("#ff4f1a") }, ...options(outDir) },
  );
  expect(Object.keys(addresses)).toEqual(["/", "/oferta", "/kontakt"]);
  expect(new Set(Object.values(addresses)).size).toBe(3);
  for (const address of Object.values(addresses)) {
    const { format, width, height } = await sharp(join(outDir, address)).metadata();
    expect([format, width, height]).toEqual(["jpeg", 1200, 630]);
  }
});

test("a card shows the owner's logo, and a long name next to it does not overlap the photo", async () => {
  const outDir = temporaryFolder();
  const draw = async (name: string) => {
    const bytes = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><path fill="#00aa55" d="M0 0h400v100H0z"/></svg>',
    );
    const mark: BrandMark = { type: "svg", bytes };
    const cards = [{ path: "/", title: "Start" }];
    const { "/": address = "" } = await buildCards(cards, {
      brand: { name, accent: "#00aa55", mark },
      ...options(outDir),
    });
    return sharp(join(outDir, address)).removeAlpha().raw().toBuffer();
  };
  const pixels = await draw("Pracownia Ruchu i Równowagi Krasnoludków");
  const at = (x: number, y: number) => [...pixels.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3)];
  expect(distance(at(152, 96), [0, 0xaa, 0x55])).toBeLessThan(12);
  const darkestBeyondWords = Math.min(
    ...range(60, 132).flatMap((y) => range(650, 1200).flatMap((x) => at(x, y))),
  );
  expect(darkestBeyondWords).toBeGreaterThan(240);
  expect(Math.min(...range(60, 132).flatMap((y) => range(260, 632).flatMap((x) => at(x, y))))).toBeLessThan(
    60,
  );
});

test("signs that only say where a line may break are not drawn", async () => {
  const brand = { name: "Studio", accent: "#ff4f1a", mark: plateMark("#ff4f1a") };
  const [joined, plain] = await Promise.all(
    ["Trening i e\u2060-\u2060mail", "Trening i e-mail"].map((title) => drawCard({ title, brand })),
  );
  expect(plain && joined?.equals(plain)).toBe(true);
});

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const distance = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))));

test.runIf(process.platform === "linux")(
  "T16 a photograph that takes long to decode is named in Polish",
  async () => {
    const folder = temporaryFolder();
    const built = buildCards([{ path: "/", title: "Start", photo: "content/photos/hero.jpg" }], {
      brand: { name: "Studio", accent: "#00aa55", mark: plateMark("#00aa55") },
      ...options(folder),
      limits: { cpuMs: 20, wallMs: 600_000, maxRssBytes: 4e9 },
    });
    await expect(built).rejects.toThrow(/^hero\.jpg: Przygotowanie tego zdjęcia trwało zbyt długo/);
  },
);

test("a letter that the typeface lacks is drawn without its mark", async () => {
  const drawn = (name: string) =>
    drawCard({ title: "X", brand: { name, accent: "#ff4f1a", mark: plateMark("#ff4f1a") } });
  expect(await drawn("Mária Šťastná")).toEqual(await drawn("Maria Stastna"));
});

test("a card keeps the photograph's most important place", async () => {
  const half = { width: 600, height: 600, channels: 3 } as const;
  const blue = await sharp({ create: { ...half, background: "#0000ff" } })
    .png()
    .toBuffer();
  const photo = await sharp({ create: { ...half, width: 1800, background: "#ff0000" } })
    .composite([{ input: blue, left: 1200, top: 0 }])
    .png()
    .toBuffer();
  const brand = { name: "X", accent: "#ff4f1a", mark: plateMark("#ff4f1a") };
  const shown = async (x: number) => {
    const drawn = await drawCard({ title: "X", photo, focus: { x, y: 50 }, brand });
    const place = { left: 900, top: 300, width: 1, height: 1 };
    return [...(await sharp(drawn).extract(place).raw().toBuffer())].map((part) => (part > 127 ? 1 : 0));
  };
  const [red, blueOne] = [
    [1, 0, 0],
    [0, 0, 1],
  ];
  // Between the two is an edge of the crop, wherever it is.
  expect([await shown(10), await shown(40), await shown(90)]).toEqual([red, red, blueOne]);
});

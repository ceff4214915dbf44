import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "./testing/temporary-folder.ts";
import { withdrawPhoto } from "./withdraw.ts";

test("T17 a withdrawn photograph is gone from older releases, the trial site, cache and history; others stay", async () => {
  const folder = temporaryFolder();
  const [old, current] = ["2026-01-01T00-00-00-000Z-a1", "2026-01-02T00-00-00-000Z-a2"];
  const write = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), "picture");
  };
  const gone = [
    `releases/${old}/content/photos/ala.jpg`,
    `releases/${old}/client/pictures/ala-0123456789-640.avif`,
    `releases/${old}/client/cards/start-aaaaaaaaaa.jpg`,
    "history/2025-01-01T00-00-00-000Z-a0/content/photos/ala.jpg",
    "site/client/pictures/ala-0123456789-640.webp",
    "cache/pictures/ala-0123456789/picture.json",
    "cache/cards/0123456789/card.jpg",
  ];
  const kept = [
    `releases/${old}/content/photos/ala-2.jpg`,
    `releases/${old}/client/pictures/ala-2-0123456789-640.avif`,
    `releases/${current}/client/cards/start-bbbbbbbbbb.jpg`,
    `releases/${old}/client/cards/start-bbbbbbbbbb.jpg`,
    "cache/pictures/ala-2-0123456789/picture.json",
  ];
  for (const path of [...gone, ...kept]) write(path);
  mkdirSync(join(folder, "releases/photos"));
  linkSync(join(folder, gone[0] ?? ""), join(folder, "releases/photos/a1.jpg"));
  linkSync(join(folder, kept[0] ?? ""), join(folder, "releases/photos/b2.jpg"));
  symlinkSync(current, join(folder, "releases/current"));
  const [releasesDir = "", historyDir = "", cacheDir = "", siteDir = ""] = [
    ...["releases", "history", "cache", "site"].map((name) => join(folder, name)),
  ];
  expect(await withdrawPhoto("ala.jpg", { releasesDir, historyDir, cacheDir, siteDir })).toBe(gone.length);
  expect(gone.filter((path) => existsSync(join(folder, path)))).toEqual([]);
  expect(kept.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  expect(readdirSync(join(cacheDir, "pictures"))).toEqual(["ala-2-0123456789"]);
  expect(readdirSync(join(releasesDir, "photos"))).toEqual(["b2.jpg"]);
});

test("T17 the names of the people on a withdrawn photograph are gone from earlier publications and their changes", async () => {
  const folder = temporaryFolder();
  const places = {
    releasesDir: join(folder, "releases"),
    historyDir: join(folder, "history"),
    cacheDir: join(folder, "cache"),
    siteDir: join(folder, "site"),
  };
  const kept = join(places.releasesDir, "2026-01-01T00-00-00-000Z-a1");
  mkdirSync(kept, { recursive: true });
  cpSync("content", join(kept, "content"), { recursive: true });
  const gallery = join(kept, "content/galeria.yaml");
  const consent = (person: string) =>
    `    recognisablePeople: true\n    consent: { person: ${person}, date: 2026-01-01, scope: zdjęcie }\n`;
  const withPeople = readFileSync(gallery, "utf8")
    .replace(/( {2}- photo:\n {6}file: rope\.jpg\n(?: {6}.*\n)+)/, `$1${consent("Anna Przykładowa")}`)
    .replace(/( {2}- photo:\n {6}file: mat\.jpg\n(?: {6}.*\n)+)/, `$1${consent("Jan Przykładowy")}`);
  writeFileSync(gallery, withPeople.replaceAll(/^ {4}recognisablePeople: false\n/gm, ""));
  const changes = ["Galeria › Imię: „Ala” → „Anna Przykładowa”", "Galeria › Imię: dodano „Jan Przykładowy”"];
  writeFileSync(join(kept, "entry.json"), JSON.stringify({ changes }));
  await withdrawPhoto("rope.jpg", places);
  const left = readFileSync(gallery, "utf8") + readFileSync(join(kept, "entry.json"), "utf8");
  expect(left).not.toContain("Anna");
  expect(left.match(/Jan Przykładowy/g)).toHaveLength(2);
  expect(left).toContain("zgoda wycofana");
});

import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { createSiteFilesLoader } from "./site-files.ts";
import { fixtureFiles, writeClient } from "./testing/site-fixture.ts";

const site = { pages: { "/": "index.html" } };

/** Client folders by name, each with the given files and its own script. */
function createReleases() {
  const folder = temporaryFolder();
  const load = createSiteFilesLoader();
  const dirOf = (name: string) => join(folder, name);
  return {
    dirOf,
    write(name: string, files: Record<string, string> = {}) {
      writeClient(dirOf(name), { ...fixtureFiles, [`assets/${name}.js`]: name, ...files });
    },
    remove: (name: string) => rmSync(dirOf(name), { recursive: true }),
    /** The served files by address, with the path of each; undefined for files in memory. */
    load(name: string, others: readonly string[]) {
      const { files } = load(dirOf(name), site, others.map(dirOf));
      return (address: string) => files.get(address)?.variants.identity?.body;
    },
  };
}

test("files of older releases are served while any release that has them is kept", () => {
  const { load, write, remove, dirOf } = createReleases();
  const shared = { "assets/shared.js": "shared" };
  write("r1", shared);
  write("r2", shared);
  write("r3");
  write("r4");
  const third = load("r3", ["r2", "r1"]);
  expect(third("/assets/shared.js")).toBe(join(dirOf("r2"), "assets/shared.js"));
  expect(third("/assets/r1.js")).toBe(join(dirOf("r1"), "assets/r1.js"));
  remove("r2");
  const fourth = load("r4", ["r3", "r1"]);
  expect(fourth("/assets/shared.js")).toBe(join(dirOf("r1"), "assets/shared.js"));
  expect(fourth("/assets/r3.js")).toBe(join(dirOf("r3"), "assets/r3.js"));
  expect(fourth("/assets/r2.js")).toBeUndefined();
});

test("a file that reappears is served from the current release", () => {
  const { load, write } = createReleases();
  const logo = { "pictures/logo.svg": "<svg/>" };
  write("r1", logo);
  write("r2");
  write("r3", logo);
  expect(load("r2", ["r1"])("/pictures/logo.svg")).toBeTypeOf("string");
  expect(load("r3", ["r2", "r1"])("/pictures/logo.svg")).toBeInstanceOf(Uint8Array);
});

test("an older release is read once", () => {
  const { load, write, dirOf } = createReleases();
  write("r1");
  write("r2");
  load("r2", ["r1"]);
  writeClient(dirOf("r1"), { "assets/late.js": "late" });
  write("r3");
  const third = load("r3", ["r2", "r1"]);
  expect(third("/assets/r1.js")).toBeDefined();
  expect(third("/assets/late.js")).toBeUndefined();
});

test("pages are in memory, however many pictures are smaller", () => {
  const { write, dirOf } = createReleases();
  const page = "<h1>Galeria</h1>".repeat(2000);
  const picture = "x".repeat(28_000);
  const pictures = Array.from({ length: 600 }, (_, at) => [`pictures/${at}.avif`, picture] as const);
  write("r1", { "galeria.html": page, "503.html": page, ...Object.fromEntries(pictures) });
  const pages = { "/galeria": "galeria.html" };
  const { files, overloadPage } = createSiteFilesLoader()(dirOf("r1"), { pages }, []);
  expect(files.get("/galeria")?.variants.identity?.body).toBeInstanceOf(Uint8Array);
  expect(overloadPage.variants.identity?.body).toBeInstanceOf(Uint8Array);
});

test("a content-named file that the earlier release has in memory is not read again", () => {
  const { load, write } = createReleases();
  const script = { "assets/shared.js": "shared" };
  write("r1", { ...script, "robots.txt": "old" });
  write("r2", { ...script, "robots.txt": "new" });
  const [first, second] = [load("r1", []), load("r2", ["r1"])];
  expect(second("/assets/shared.js")).toBeInstanceOf(Uint8Array);
  expect(second("/assets/shared.js")).toBe(first("/assets/shared.js"));
  expect(second("/robots.txt")).toEqual(new TextEncoder().encode("new"));
});

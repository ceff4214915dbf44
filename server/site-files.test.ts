import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../publishing/testing/temporary-folder.ts";
import { loadSiteFiles } from "./static-files.ts";
import { ask } from "./testing/http-client.ts";
import { fixtureFiles, serveFixture, writeClient } from "./testing/site-fixture.ts";

/** Client folders by name, each with the given files and its own script. */
function createReleases() {
  const folder = temporaryFolder();
  const dirOf = (name: string) => join(folder, name);
  return {
    dirOf,
    write(name: string, files: Record<string, string> = {}) {
      writeClient(dirOf(name), { ...fixtureFiles, [`assets/${name}.js`]: name, ...files });
    },
    remove: (name: string) => rmSync(dirOf(name), { recursive: true }),
    load(name: string, pages: Record<string, string> = {}, earlier?: Parameters<typeof loadSiteFiles>[2]) {
      const loaded = loadSiteFiles(dirOf(name), { pages }, earlier);
      return { ...loaded, bodyOf: (address: string) => loaded.files.get(address)?.variants.identity?.body };
    },
  };
}

test("files of older releases are served while any release that has them is kept", async () => {
  const { write, remove, dirOf } = createReleases();
  const shared = { "assets/shared.js": "shared", "pictures/logo.svg": "<svg/>" };
  write("r1", shared);
  write("r2", shared);
  const { port } = await serveFixture({ earlierDirs: ["r2", "r1"].map(dirOf) });
  const statuses = async (...addresses: string[]) =>
    Promise.all(addresses.map(async (address) => (await ask(port, address)).status));
  const files = ["/assets/shared.js", "/assets/r1.js", "/assets/r2.js"];
  expect(await statuses(...files)).toEqual([200, 200, 200]);
  remove("r2");
  expect(await statuses(...files)).toEqual([200, 200, 404]);

  const script = await ask(port, "/assets/shared.js", { headers: { "Accept-Encoding": "br" } });
  expect(script.text).toBe("shared");
  expect(script.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "same-origin",
  });
  const logo = await ask(port, "/pictures/logo.svg");
  expect(logo.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
  const again = await ask(port, "/assets/shared.js", { headers: { "If-None-Match": script.headers.etag } });
  expect(again.status).toBe(304);
});

test("nothing else of older releases is served", async () => {
  const { write, dirOf } = createReleases();
  write("r1", { "old.txt": "old", "secret/old.js": "old" });
  const { port } = await serveFixture({ earlierDirs: [dirOf("r1")] });
  const addresses = [
    "/old.txt",
    "/secret/old.js",
    "/assets",
    "/assets/",
    "/assets/../old.txt",
    "/assets/%2e",
  ];
  for (const address of [...addresses, `/assets/${"x".repeat(300)}.js`])
    expect((await ask(port, address)).status).toBeGreaterThanOrEqual(400);
});

test("pages are in memory, however many pictures are smaller", () => {
  const { load, write } = createReleases();
  const page = "<h1>Galeria</h1>".repeat(2000);
  const picture = "x".repeat(28_000);
  const pictures = Array.from({ length: 600 }, (_, at) => [`pictures/${at}.avif`, picture] as const);
  write("r1", { "galeria.html": page, "503.html": page, ...Object.fromEntries(pictures) });
  const { bodyOf, overloadPage } = load("r1", { "/galeria": "galeria.html" });
  expect(bodyOf("/galeria")).toBeInstanceOf(Uint8Array);
  expect(overloadPage.variants.identity?.body).toBeInstanceOf(Uint8Array);
});

test("a content-named file that the earlier release has in memory is not read again", () => {
  const { load, write } = createReleases();
  const script = { "assets/shared.js": "shared" };
  write("r1", { ...script, "robots.txt": "old" });
  write("r2", { ...script, "robots.txt": "new" });
  const first = load("r1");
  const second = load("r2", {}, first.files);
  expect(second.bodyOf("/assets/shared.js")).toBeInstanceOf(Uint8Array);
  expect(second.bodyOf("/assets/shared.js")).toBe(first.bodyOf("/assets/shared.js"));
  expect(second.bodyOf("/robots.txt")).toEqual(new TextEncoder().encode("new"));
});

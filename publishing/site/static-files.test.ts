import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadContent } from "../../content-model/load.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { buildStaticFiles } from "./static-files.ts";

const api = { browserBaseUrl: "https://uslugi.example.pl/", baseUrl: null };

async function build(published: readonly string[]) {
  const folder = temporaryFolder();
  const content = loadContent("content", { checkPhotos: false });
  await buildStaticFiles({ folder, content, siteUrl: "https://example.pl", api, published });
  return (name: string) => readFileSync(join(folder, name), "utf8");
}

test("B1.5 the sitemap lists the published pages, and never the thank-you page", async () => {
  const read = await build(["/", "/oferta", "/dziekujemy"]);
  expect([...read("sitemap.xml").matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    "https://example.pl/",
    "https://example.pl/oferta",
  ]);
});

test("B8.4 robots.txt names the sitemap", async () => {
  expect((await build(["/"]))("robots.txt")).toContain("\nSitemap: https://example.pl/sitemap.xml\n");
});

test("B7.1 a static host gets the address of the service in a file of its own", async () => {
  expect(JSON.parse((await build(["/"]))("runtime-config.json"))).toEqual(api);
});

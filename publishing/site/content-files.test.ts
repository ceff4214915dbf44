import { expect, test } from "vitest";
import { loadContent } from "../../content-model/load.ts";
import { staticFiles } from "./content-files.ts";

const api = { browserBaseUrl: "https://uslugi.example.pl/", baseUrl: null };

function build(published: readonly string[]) {
  const content = loadContent("content");
  const files = staticFiles(content, { siteUrl: "https://example.pl", api }, published);
  return (name: string) => files[`/${name}`] ?? "";
}

test("B1.5 the sitemap lists the published pages, and never the thank-you page", () => {
  const read = build(["/", "/oferta", "/dziekujemy"]);
  expect([...read("sitemap.xml").matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    "https://example.pl/",
    "https://example.pl/oferta",
  ]);
});

test("B8.4 robots.txt names the sitemap", () => {
  expect(build(["/"])("robots.txt")).toContain("\nSitemap: https://example.pl/sitemap.xml\n");
});

test("B7.1 a static host gets the service's address in a separate file", () => {
  expect(JSON.parse(build(["/"])("runtime-config.json"))).toEqual(api);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentHeaders } from "../../server/security-headers.ts";
import { createReleaseFiles } from "../release-files.ts";
import { headersFor, readHeadersFile } from "../testing/headers-file.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { headersFile, writeHostingFiles } from "./hosting.ts";

const facts = {
  pages: { "/": "index.html", "/oferta": "oferta.html" },
  scriptHashes: ["sha256-YQ=="],
  styleHashes: ["sha256-Yg=="],
  siteUrl: "https://example.pl",
  api: { browserBaseUrl: "https://uslugi.example.pl/", baseUrl: null },
};

async function write() {
  const folder = temporaryFolder();
  await writeHostingFiles(folder, createReleaseFiles(join(folder, "client")), facts);
  return (name: string) => readFileSync(join(folder, name), "utf8");
}

test("static hosts get our server's headers for every address", async () => {
  const [everywhere] = readHeadersFile((await write())("client/_headers"));
  expect(everywhere).toEqual({ address: "/*", headers: Object.entries(documentHeaders(facts)) });
});

test("static hosts get exactly one caching rule per address", () => {
  const rules = readHeadersFile(headersFile(facts));
  const controlOf = (path: string) =>
    headersFor(path, rules)
      .filter(([name]) => name === "Cache-Control")
      .map(([, value]) => value);
  for (const path of ["/", "/oferta", "/sw.js", "/runtime-config.json"]) {
    expect(controlOf(path)).toEqual(["no-cache"]);
  }
  for (const path of ["/assets/a.js", "/cards/a.jpg", "/payload/a.json", "/pictures/a.avif"]) {
    expect(controlOf(path)).toEqual(["public, max-age=31536000, immutable"]);
  }
});

test("nginx gets every header", async () => {
  const snippet = (await write())("hosting/nginx.conf");
  for (const [header, value] of Object.entries(documentHeaders(facts)))
    expect(snippet).toContain(`${header} "${value}"`);
});

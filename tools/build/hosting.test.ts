import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentHeaders } from "../../server/security-headers.ts";
import { writeHostingFiles } from "./hosting.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const facts = {
  pages: { "/": "index.html", "/oferta": "oferta.html" },
  scriptHashes: ["sha256-YQ=="],
  styleHashes: ["sha256-Yg=="],
  siteUrl: "https://example.pl",
  api: { browserBaseUrl: "https://uslugi.example.pl/", baseUrl: null },
};

async function write() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "client"));
  await writeHostingFiles(folder, facts);
  return (name: string) => readFileSync(join(folder, name), "utf8");
}

/** The rules of a `_headers` file: the address that each is for, with its headers by name. */
function readRules(text: string) {
  return text
    .split(/\n(?=\/)/)
    .map((rule) => rule.trim().split(/\n\s*/))
    .map(([address = "", ...lines]) => ({
      address,
      headers: Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2))),
    }));
}

test("static hosts are told the headers of our own server, for every address", async () => {
  const [everywhere] = readRules((await write())("client/_headers"));
  expect(everywhere).toEqual({ address: "/*", headers: Object.fromEntries(documentHeaders(facts)) });
});

test("static hosts are told once what to keep and what to ask for each time", async () => {
  const rules = readRules((await write())("client/_headers"));
  const controlOf = (path: string) =>
    rules
      .filter(({ address }) =>
        address.endsWith("*") ? path.startsWith(address.slice(0, -1)) : path === address,
      )
      .flatMap(({ headers }) => headers["Cache-Control"] ?? []);
  for (const path of ["/", "/oferta", "/sw.js", "/runtime-config.json"])
    expect(controlOf(path)).toEqual(["no-cache"]);
  for (const path of ["/assets/a.js", "/cards/a.jpg", "/payload/a.json", "/pictures/a.avif"]) {
    expect(controlOf(path)).toEqual(["public, max-age=31536000, immutable"]);
  }
});

test.each(["hosting/nginx.conf", "hosting/Caddyfile"])("%s has every header", async (name) => {
  const snippet = (await write())(name);
  for (const [header, value] of documentHeaders(facts)) expect(snippet).toContain(`${header} "${value}"`);
});

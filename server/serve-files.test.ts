import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ask } from "./testing/http-client.ts";
import { fixtureFiles, serveFixture } from "./testing/site-fixture.ts";

const large = Buffer.alloc(20 * 1024 * 1024, "picture");

describe("pages", () => {
  test("are served at their paths and revalidated every time", async () => {
    const { port } = await serveFixture();
    const answer = await ask(port, "/oferta");
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(fixtureFiles["oferta.html"]);
    expect(answer.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-length": String(fixtureFiles["oferta.html"].length),
      "cache-control": "no-cache",
      vary: "Accept-Encoding",
    });
    expect((await ask(port, "/")).text).toBe(fixtureFiles["index.html"]);
    expect((await ask(port, "/oferta?utm_source=a&b=%zz")).text).toBe(fixtureFiles["oferta.html"]);
  });

  test.each([
    "/oferta.html",
    "/index.html",
    "/404.html",
    "/404",
    "/500.html",
    "/Oferta",
    "/oferta.html.br",
    "/%6fferta",
    "/_headers",
  ])("have one address each: %s is unknown", async (path) => {
    const { port } = await serveFixture();
    const answer = await ask(port, path, { headers: { Accept: "text/html" } });
    expect(answer.status).toBe(404);
    expect(answer.text).toBe(fixtureFiles["404.html"]);
  });

  test("HEAD has the headers of GET and no body", async () => {
    const { port } = await serveFixture();
    const [head, get] = await Promise.all([ask(port, "/oferta", { method: "HEAD" }), ask(port, "/oferta")]);
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    const { date: _headDate, ...headHeaders } = head.headers;
    const { date: _getDate, ...getHeaders } = get.headers;
    expect(headHeaders).toEqual(getHeaders);
  });
});

describe("encodings", () => {
  test("the best accepted encoding is served, each with its own ETag", async () => {
    const { port } = await serveFixture();
    const encodings = ["br, gzip", "gzip", "identity", "br;q=0.1, gzip;q=0.2"];
    const answers = await Promise.all(
      encodings.map((encoding) => ask(port, "/oferta", { headers: { "Accept-Encoding": encoding } })),
    );
    const [br, gzip, identity, weighted] = answers;
    expect(answers.map(({ headers }) => headers["content-encoding"])).toEqual([
      "br",
      "gzip",
      undefined,
      "gzip",
    ]);
    expect(brotliDecompressSync(br?.body ?? "").toString()).toBe(fixtureFiles["oferta.html"]);
    expect(gunzipSync(gzip?.body ?? "").toString()).toBe(fixtureFiles["oferta.html"]);
    expect(answers.map(({ headers }) => headers.vary)).toEqual(Array(4).fill("Accept-Encoding"));
    expect(new Set([br, gzip, identity].map((answer) => answer?.headers.etag)).size).toBe(3);
    expect(weighted?.headers.etag).toBe(gzip?.headers.etag);
  });

  test("a file with one encoding has no Vary header", async () => {
    const { port } = await serveFixture();
    const { headers } = await ask(port, "/favicon.ico", { headers: { "Accept-Encoding": "br" } });
    expect(headers.vary).toBeUndefined();
    expect(headers["content-encoding"]).toBeUndefined();
  });
});

describe("conditional requests", () => {
  test("a matching ETag is answered with 304, alone, in a list, weak or as a star", async () => {
    const { port } = await serveFixture();
    const { headers } = await ask(port, "/oferta");
    for (const tag of [headers.etag, `"other", ${headers.etag}`, `W/${headers.etag}`, "*"]) {
      const answer = await ask(port, "/oferta", { headers: { "If-None-Match": tag } });
      expect(answer.status).toBe(304);
      expect(answer.body).toHaveLength(0);
      expect(answer.headers).toMatchObject({
        etag: headers.etag,
        "cache-control": "no-cache",
        vary: "Accept-Encoding",
      });
      expect(answer.headers["content-length"]).toBeUndefined();
      expect(answer.headers["content-type"]).toBeUndefined();
    }
  });

  test("the ETag of another encoding or version gets the full answer", async () => {
    const { port } = await serveFixture();
    const { headers } = await ask(port, "/oferta", { headers: { "Accept-Encoding": "br" } });
    const answer = await ask(port, "/oferta", { headers: { "If-None-Match": headers.etag } });
    expect(answer.status).toBe(200);
    expect((await ask(port, "/oferta", { headers: { "If-None-Match": '"old"' } })).status).toBe(200);
  });

  test("a page that changed with a new build has a new ETag", async () => {
    const before = await ask((await serveFixture()).port, "/");
    const after = await ask(
      (await serveFixture({ files: { "index.html": "<h1>Nowy start</h1>" } })).port,
      "/",
    );
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });
});

describe("other files", () => {
  test.each([
    ["/assets/app-1a2b3c.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"],
    ["/pictures/hero-1a2b3c-640.avif", "image/avif", "public, max-age=31536000, immutable"],
    ["/cards/oferta-1a2b3c.jpg", "image/jpeg", "public, max-age=31536000, immutable"],
    ["/payload/oferta-1a2b3c.json", "application/json", "public, max-age=31536000, immutable"],
    ["/robots.txt", "text/plain; charset=utf-8", "no-cache"],
    ["/site.webmanifest", "application/manifest+json", "no-cache"],
    ["/favicon.ico", "image/x-icon", "no-cache"],
    ["/kontakt.vcf", "text/vcard; charset=utf-8", "no-cache"],
  ])("%s is %s, %s", async (path, contentType, cacheControl) => {
    const { port } = await serveFixture();
    const answer = await ask(port, path);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ "content-type": contentType, "cache-control": cacheControl });
    const again = await ask(port, path, { headers: { "If-None-Match": answer.headers.etag } });
    expect(again.status).toBe(304);
  });

  test("a file too large for memory is streamed from the disk", async () => {
    const { port } = await serveFixture({ files: { "pictures/large-1a2b3c.jpg": large } });
    const answer = await ask(port, "/pictures/large-1a2b3c.jpg");
    expect(answer.status).toBe(200);
    expect(answer.headers["content-length"]).toBe(String(large.length));
    expect(answer.body.equals(large)).toBe(true);
    const head = await ask(port, "/pictures/large-1a2b3c.jpg", { method: "HEAD" });
    expect(head.headers["content-length"]).toBe(String(large.length));
    const again = await ask(port, "/pictures/large-1a2b3c.jpg", {
      headers: { "If-None-Match": answer.headers.etag },
    });
    expect(again.status).toBe(304);
  });

  test("a file that was removed or changed in size on the disk is 404", async () => {
    const { port, clientDir } = await serveFixture({
      files: { "pictures/gone-1a2b3c.jpg": large, "pictures/cut-1a2b3c.jpg": large },
    });
    rmSync(join(clientDir, "pictures/gone-1a2b3c.jpg"));
    writeFileSync(join(clientDir, "pictures/cut-1a2b3c.jpg"), "cut");
    expect((await ask(port, "/pictures/gone-1a2b3c.jpg")).status).toBe(404);
    expect((await ask(port, "/pictures/cut-1a2b3c.jpg")).status).toBe(404);
  });
});

describe("B7.1 runtime configuration", () => {
  test("follows the environment without a rebuild", async () => {
    const api = { browserBaseUrl: "https://api.example.pl/", baseUrl: null };
    const { port } = await serveFixture({ config: { api } });
    const answer = await ask(port, "/runtime-config.json");
    expect(JSON.parse(answer.text)).toEqual(api);
    expect(answer.headers).toMatchObject({ "content-type": "application/json", "cache-control": "no-cache" });
    const again = await ask(port, "/runtime-config.json", {
      headers: { "If-None-Match": answer.headers.etag },
    });
    expect(again.status).toBe(304);
  });
});

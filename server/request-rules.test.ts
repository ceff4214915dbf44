import { describe, expect, test } from "vitest";
import { ask, sendRaw, statusLine } from "./testing/http-client.ts";
import { fixtureFiles, serveFixture } from "./testing/site-fixture.ts";

const asBrowser = { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };

describe("B1.4 unknown addresses", () => {
  test("get the error page with status 404, which must not be cached", async () => {
    const { port } = await serveFixture();
    for (const path of ["/nie-ma", "/oferta/cennik", "//evil.example/", "/nie-ma/"]) {
      const answer = await ask(port, path, asBrowser);
      expect(answer.status).toBe(404);
      expect(answer.text).toBe(fixtureFiles["404.html"]);
      expect(answer.headers).toMatchObject({
        "cache-control": "no-store",
        "content-type": "text/html; charset=utf-8",
      });
      expect(answer.headers.etag).toBeUndefined();
    }
  });

  test("a program that asks for a missing file gets one line", async () => {
    const { port } = await serveFixture();
    const answer = await ask(port, "/assets/old-1a2b3c.js", { headers: { Accept: "*/*" } });
    expect(answer.status).toBe(404);
    expect(answer.text).toBe("404 This page could not be found\n");
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test("are JSON of the one error shape under /api/", async () => {
    const { port } = await serveFixture();
    for (const path of ["/api", "/api/", "/api/nie-ma"]) {
      const answer = await ask(port, path, asBrowser);
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.text)).toEqual({
        statusCode: 404,
        message: "This page could not be found",
        at: 1_700_000_000_000,
      });
    }
  });

  test("B6.8 an unpublished page says that it is not pre-rendered", async () => {
    const { port } = await serveFixture();
    const answer = await ask(port, "/galeria", asBrowser);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toMatchObject({
      path: "/galeria",
      error: { statusCode: 404, message: "Route /galeria is not pre-rendered" },
    });
  });
});

describe("B1.4 trailing slash", () => {
  test("redirects permanently to the page, with its query", async () => {
    const { port } = await serveFixture();
    const answer = await ask(port, "/oferta/?utm_source=a&b=1");
    expect(answer.status).toBe(301);
    expect(answer.headers.location).toBe("/oferta?utm_source=a&b=1");
    expect((await ask(port, "/oferta/", { method: "HEAD" })).headers.location).toBe("/oferta");
  });

  test("redirects from a private link, too, which a mail program may have ended so", async () => {
    const { port } = await serveFixture();
    for (const path of ["/termin/aB-3_x", "/opinia/aB-3_x"]) {
      const answer = await ask(port, `${path}/?utm_source=a`);
      expect(answer.status).toBe(301);
      expect(answer.headers.location).toBe(`${path}?utm_source=a`);
    }
  });

  test.each([
    "/termin//",
    "/opinia/a/b/",
    "//",
    "//evil.example/",
    "//evil.example//",
    "/oferta//",
    "/galeria/",
    "/robots.txt/",
    "/Oferta/",
  ])("%s leads nowhere", async (path) => {
    const { port } = await serveFixture();
    const answer = await ask(port, path);
    expect(answer.status).toBe(404);
    expect(answer.headers.location).toBeUndefined();
  });
});

describe("B1.4 methods", () => {
  test.each([
    ["POST", "/", "GET, HEAD"],
    ["PUT", "/oferta", "GET, HEAD"],
    ["DELETE", "/kontakt", "GET, HEAD, POST"],
    ["OPTIONS", "/oferta", "GET, HEAD"],
    ["TRACE", "/", "GET, HEAD"],
    ["PATCH", "/robots.txt", "GET, HEAD"],
    ["POST", "/nie-ma", "GET, HEAD"],
    ["POST", "/kontakt/", "GET, HEAD"],
    ["PUT", "/termin/secret", "GET, HEAD, POST"],
    ["DELETE", "/opinia/secret", "GET, HEAD, POST"],
    ["POST", "/kalendarz/secret.ics", "GET, HEAD"],
    ["GET", "/api/enquiries", "POST"],
    ["HEAD", "/api/enquiries", "POST"],
    ["DELETE", "/api/enquiries", "POST"],
    ["POST", "/api/health", "GET, HEAD"],
  ])("%s %s is 405 and says what is allowed: %s", async (method, path, allow) => {
    const { port } = await serveFixture();
    const answer = await ask(port, path, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe(allow);
    if (path.startsWith("/api/") && method !== "HEAD") {
      expect(JSON.parse(answer.text)).toMatchObject({ statusCode: 405, message: "Method Not Allowed" });
    }
  });

  test("CONNECT is refused", async () => {
    const { port } = await serveFixture();
    const raw = await sendRaw(port, "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n");
    expect(statusLine(raw)).toBe("HTTP/1.1 405 Method Not Allowed");
    expect(raw).toContain("Allow: GET, HEAD\r\n");
  });

  test("people get the error page", async () => {
    const { port } = await serveFixture();
    const answer = await ask(port, "/oferta", { method: "POST", ...asBrowser });
    expect(JSON.parse(answer.text)).toEqual({
      path: "/oferta",
      error: { statusCode: 405, message: "Method Not Allowed" },
    });
  });
});

describe("bad input", () => {
  test.each([
    ["broken percent-encoding", "/%E0%A4%A"],
    ["a lone percent sign", "/100%"],
    ["a null byte", "/oferta%00.html"],
    ["a traversal", "/../../etc/passwd"],
    ["a traversal to a page", "/galeria/../oferta"],
    ["a traversal among files", "/assets/../robots.txt"],
    ["an encoded traversal", "/..%2f..%2fetc%2fpasswd"],
    ["an encoded line break", "/%0d%0aSet-Cookie:%20a=b"],
    ["an encoded line break before a slash", "/termin/%0d%0aSet-Cookie:%20a=b"],
    ["an address of 8 KB", `/${"a".repeat(8192)}`],
    ["a file with a name of 8 KB", `/assets/${"a".repeat(8192)}.js`],
  ])("B1.4 %s is the address of nothing: %s", async (_what, target) => {
    const { port } = await serveFixture();
    const raw = await sendRaw(
      port,
      Buffer.from(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, "latin1"),
    );
    expect(statusLine(raw)).toBe("HTTP/1.1 404 Not Found");
    expect(raw).not.toMatch(/^(location|set-cookie):/im);
    expect(raw).toMatch(/^content-security-policy:/im);
    expect((await ask(port, "/")).status).toBe(200);
  });

  test("B1.4 a person who follows a broken link gets the error page", async () => {
    const { port } = await serveFixture();
    const answer = await ask(port, "/%E0%A4%A", asBrowser);
    expect([answer.status, answer.text]).toEqual([404, fixtureFiles["404.html"]]);
  });

  test.each([
    ["no host", "GET / HTTP/1.1\r\n\r\n"],
    ["a host that is none", "GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"],
    ["a host with a path", "GET / HTTP/1.1\r\nHost: a/../b\r\nConnection: close\r\n\r\n"],
    ["a traversal with backslashes", "GET /..\\..\\windows HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
    ["a raw non-ASCII byte", "GET /\xb3\xf3d\xbc HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["an unknown method", "FETCH / HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
    ["a bad header", "GET / HTTP/1.1\r\nHost: localhost\r\nBad Header: 1\r\n\r\n"],
    ["a null byte in a header", "GET / HTTP/1.1\r\nHost: localhost\r\nA: b\x00c\r\n\r\n"],
    [
      "two lengths",
      "POST /kontakt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    ],
    [
      "length and chunks",
      "POST /kontakt HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a bad chunk", "POST /kontakt HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"],
    ["an address without a slash", "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"],
  ])("%s is 400 and an empty body", async (_what, bytes) => {
    const { port, submissions } = await serveFixture();
    const raw = await sendRaw(port, Buffer.from(bytes, "latin1"));
    expect(statusLine(raw)).toBe("HTTP/1.1 400 Bad Request");
    expect(raw).toMatch(/\r\n\r\n$/);
    expect(submissions).toEqual([]);
    expect((await ask(port, "/")).status).toBe(200);
  });

  test("headers over 16 KiB are 431", async () => {
    const { port } = await serveFixture();
    const raw = await sendRaw(port, `GET / HTTP/1.1\r\nHost: localhost\r\nA: ${"a".repeat(200_000)}\r\n\r\n`);
    expect(statusLine(raw)).toBe("HTTP/1.1 431 Request Header Fields Too Large");
    expect((await ask(port, "/")).status).toBe(200);
  });
});

import { describe, expect, test } from "vitest";
import { documentHeaders } from "./security-headers.ts";
import { ask } from "./testing/http-client.ts";
import { serveFixture } from "./testing/site-fixture.ts";

const facts = {
  scriptHashes: ["sha256-YQ=="],
  styleHashes: ["sha256-Yg=="],
  siteUrl: "http://localhost:3000",
  api: { browserBaseUrl: "/", baseUrl: null },
};

const headersOf = (changed: Partial<typeof facts> = {}) => documentHeaders({ ...facts, ...changed });

describe("security headers", () => {
  test("the policy allows what the pages contain and nothing else", () => {
    expect(headersOf()["Content-Security-Policy"]?.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self' 'sha256-YQ=='",
      "style-src 'self' 'sha256-Yg=='",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types service-worker",
    ]);
  });

  test("the service may be called if it has another origin", () => {
    const policy = headersOf({ api: { browserBaseUrl: "https://api.example.pl/v1/", baseUrl: null } })[
      "Content-Security-Policy"
    ];
    expect(policy).toContain("; connect-src 'self' https://api.example.pl; ");
  });

  test("Strict-Transport-Security is sent only if the site has HTTPS", () => {
    expect(headersOf()["Strict-Transport-Security"]).toBeUndefined();
    expect(headersOf({ siteUrl: "https://example.pl" })["Strict-Transport-Security"]).toMatch(
      /^max-age=\d{8}$/,
    );
  });

  test("every kind of answer has them", async () => {
    const { port } = await serveFixture();
    const page = await ask(port, "/");
    const answers = [
      page,
      await ask(port, "/", { headers: { "If-None-Match": page.headers.etag } }),
      await ask(port, "/nie-ma"),
      await ask(port, "/galeria"),
      await ask(port, "/oferta/"),
      await ask(port, "/api/nie-ma"),
      await ask(port, "/api/health"),
      await ask(port, "/kontakt", { method: "POST" }),
      await ask(port, "/assets/missing.js", { headers: { Accept: "text/html" } }),
      await ask(port, "/%"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 404, 404, 301, 404, 500, 415, 404, 404]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        "content-security-policy": expect.stringContaining("script-src 'self' 'sha256-c2NyaXB0'"),
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "same-origin",
        "permissions-policy": expect.stringContaining("camera=()"),
        "strict-transport-security": expect.stringContaining("max-age="),
        "x-content-type-options": "nosniff",
      });
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(headers.server).toBeUndefined();
    }
  });

  test("files that are not documents have only the headers that browsers use on them", async () => {
    const { port } = await serveFixture();
    const { headers } = await ask(port, "/assets/app-1a2b3c.js");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["content-security-policy"]).toBeUndefined();
  });

  test.each(["/favicon.svg", "/assets/logo-1a2b3c.svg"])(
    "%s, opened by itself, can do nothing",
    async (path) => {
      const { port } = await serveFixture({ files: { [path.slice(1)]: "<svg/>" } });
      const { headers } = await ask(port, path);
      expect(headers).toMatchObject({
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
      });
    },
  );
});

import { describe, expect, test } from "vitest";
import { ask } from "./testing/http-client.ts";
import { type FixtureOptions, serveFixture } from "./testing/site-fixture.ts";

const listed = "https://pages.example";
const corsOrigins = [listed];

async function post(
  path: "/kontakt" | "/api/enquiries",
  headers: Record<string, string>,
  options: FixtureOptions = {},
) {
  const site = await serveFixture({ config: { corsOrigins }, ...options });
  const type = path === "/kontakt" ? "application/x-www-form-urlencoded" : "application/json";
  const answer = await ask(site.port, path, {
    method: "POST",
    headers: { "Content-Type": type, Host: "127.0.0.1:3000", ...headers },
    body: path === "/kontakt" ? "name=Ala" : "{}",
  });
  return { ...site, answer };
}

describe("cross-site posts", () => {
  test.each([
    ["the site's own address", { Origin: "https://example.com", "Sec-Fetch-Site": "same-origin" }],
    ["the address that was asked", { Origin: "http://127.0.0.1:3000" }],
    ["localhost", { Host: "localhost:3000", Origin: "http://localhost:3000" }],
    ["an IPv6 address", { Host: "[::1]:3000", Origin: "http://[::1]:3000" }],
    ["the site's name with www", { Host: "www.example.com", Origin: "https://www.example.com" }],
    ["the site's name without TLS", { Host: "example.com", Origin: "http://example.com" }],
    ["no origin at all", {}],
    ["a browser that hides the origin", { Origin: "null", "Sec-Fetch-Site": "same-origin" }],
    ["typed in or reloaded", { "Sec-Fetch-Site": "none" }],
    ["no origin, same site", { "Sec-Fetch-Site": "same-origin" }],
  ])("are not what comes from %s", async (_what, headers) => {
    expect((await post("/kontakt", headers)).answer.status).toBe(303);
    expect((await post("/api/enquiries", headers)).answer.status).toBe(201);
  });

  test.each([
    ["another site", { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }],
    ["another site of an old browser", { Origin: "https://evil.example" }],
    ["a hidden origin", { Origin: "null" }],
    ["a hidden origin of another site", { Origin: "null", "Sec-Fetch-Site": "cross-site" }],
    ["a site whose name only begins like ours", { Origin: "https://example.com.evil.example" }],
    ["a name that was made to point here", { Host: "evil.example", Origin: "http://evil.example" }],
    ["a site whose name ends like ours", { Host: "evil-example.com", Origin: "http://evil-example.com" }],
    ["another port", { Origin: "http://127.0.0.1:3001" }],
    ["a browser that tells only the relation", { "Sec-Fetch-Site": "cross-site" }],
    ["a sister site", { "Sec-Fetch-Site": "same-site" }],
  ])("from %s are refused", async (_what, headers) => {
    for (const path of ["/kontakt", "/api/enquiries"] as const) {
      const { answer, submissions } = await post(path, headers);
      expect(answer.status).toBe(403);
      expect(submissions).toEqual([]);
    }
  });

  test("are not what comes from the service's own pages, if another host serves the site", async () => {
    const serviceUrl = "https://api.example.com";
    const { answer } = await post("/kontakt", { Origin: serviceUrl }, { config: { serviceUrl } });
    expect(answer.status).toBe(303);
  });

  test("a listed origin may use the service, but not the form", async () => {
    const headers = { Origin: listed, "Sec-Fetch-Site": "cross-site" };
    expect((await post("/api/enquiries", headers)).answer.status).toBe(201);
    expect((await post("/kontakt", headers)).answer.status).toBe(403);
  });
});

describe("B7.4 CORS", () => {
  const preflight = { Origin: listed, "Access-Control-Request-Method": "POST" };

  test("B7.4 a listed origin is told that it may post JSON", async () => {
    const { port } = await serveFixture({ config: { corsOrigins } });
    const answer = await ask(port, "/api/enquiries", { method: "OPTIONS", headers: preflight });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": listed,
      "access-control-allow-methods": "GET,POST",
      "access-control-allow-headers": "Content-Type,Authorization",
      vary: "Origin, Access-Control-Request-Headers",
    });
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
  });

  test("a listed origin may read the answers, refusals and the time to wait included", async () => {
    const accepted = await post("/api/enquiries", { Origin: listed });
    const limited = await post(
      "/api/enquiries",
      { Origin: listed },
      { submit: async () => ({ kind: "limited", retryAfterSeconds: 60 }) },
    );
    const refused = await post("/api/enquiries", { Origin: listed, "Content-Type": "text/plain" });
    expect([accepted, limited, refused].map(({ answer }) => answer.status)).toEqual([201, 429, 415]);
    for (const { answer } of [accepted, limited, refused]) {
      expect(answer.headers).toMatchObject({
        "access-control-allow-origin": listed,
        "access-control-expose-headers": "Retry-After",
        vary: "Origin",
      });
    }
  });

  test("any other origin is told nothing", async () => {
    const { port } = await serveFixture({ config: { corsOrigins } });
    const headers = { ...preflight, Origin: "https://evil.example" };
    const asked = await ask(port, "/api/enquiries", { method: "OPTIONS", headers });
    const { answer } = await post("/api/enquiries", { Origin: "https://evil.example" });
    for (const { headers } of [asked, answer]) {
      expect(headers["access-control-allow-origin"]).toBeUndefined();
      expect(headers.vary).toMatch(/^Origin\b/);
    }
  });

  test("without a list, and on pages, there is no CORS", async () => {
    const alone = await serveFixture();
    expect((await ask(alone.port, "/api/enquiries", { method: "OPTIONS", headers: preflight })).status).toBe(
      405,
    );
    const { port } = await serveFixture({ config: { corsOrigins } });
    const page = await ask(port, "/oferta", { headers: { Origin: listed } });
    expect(page.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

import { routes } from "../app/routes.ts";
import { expect, test } from "./test.ts";

test("B1.1 B2.4 B1.5 the menu, the sitemap and the canonical links derive from the table of routes; the pre-rendered menu marks the current page; only the thank-you page is noindex and not in the sitemap", async ({
  request,
}) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+(.*?)<\/loc>/g)].map(([, path]) => path);
  expect(listed).toEqual(routes.filter(({ indexed }) => indexed).map(({ path }) => path));
  for (const { path, indexed } of routes) {
    const html = await (await request.get(path)).text();
    const menu = /<nav [^>]*aria-label="Menu główne".*?<\/nav>/s.exec(html)?.[0] ?? "";
    expect(menu.match(/<li>.*?<\/li>/gs), path).toEqual(
      routes
        .filter(({ inMenu }) => inMenu)
        .map((route) => {
          const current = route.path === path ? ' aria-current="page"' : "";
          return `<li><a${current} href="${route.path}">${route.label}</a></li>`;
        }),
    );
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(new URL(canonical).pathname).toBe(path);
    expect([path, html.includes('<meta name="robots" content="noindex"')]).toEqual([path, !indexed]);
  }
});

test("B1.4 any other path answers 404 with the error page, and so does one that differs in case", async ({
  request,
}) => {
  for (const path of ["/nie-ma-takiej", "/Oferta", "/oferta/plan", "/index.html", "/404", "/oferta.html"]) {
    const response = await request.get(path);
    expect([path, response.status()]).toEqual([path, 404]);
    expect(await response.text()).toContain("This page could not be found");
  }
});

test("B1.4 a trailing slash redirects permanently and keeps the query", async ({ request }) => {
  for (const [from, to] of [
    ["/oferta/", "/oferta"],
    ["/kontakt/?cel=dieta&x=%20", "/kontakt?cel=dieta&x=%20"],
  ] as const) {
    const response = await request.get(from, { maxRedirects: 0 });
    expect([response.status(), response.headers().location]).toEqual([301, to]);
  }
});

test("B1.4 a method that a path does not serve gets 405 with Allow", async ({ request }) => {
  for (const [method, path, allow] of [
    ["POST", "/oferta", "GET, HEAD"],
    ["DELETE", "/", "GET, HEAD"],
    ["PUT", "/kontakt", "GET, HEAD, POST"],
    ["GET", "/api/enquiries", "POST"],
    ["POST", "/robots.txt", "GET, HEAD"],
  ] as const) {
    const response = await request.fetch(path, { method });
    expect([method, path, response.status(), response.headers().allow]).toEqual([method, path, 405, allow]);
  }
});

test("B1.4 an unknown address of the service gets a JSON 404", async ({ request }) => {
  const response = await request.get("/api/nothing");
  expect(response.status()).toBe(404);
  expect(await response.json()).toMatchObject({ statusCode: 404, message: "This page could not be found" });
});

test("B1.6 the static manifest names a payload file for every pre-rendered route", async ({ request }) => {
  const manifestPath = / data-manifest="([^"]+)"/.exec(await (await request.get("/")).text())?.[1];
  const manifest = await (await request.get(manifestPath ?? "")).json();
  expect(Object.keys(manifest.payloads)).toEqual(routes.map(({ path }) => path));
  for (const path of Object.values<string>(manifest.payloads)) {
    const response = await request.get(path);
    expect([path, response.status()]).toEqual([path, 200]);
    expect(response.headers()["cache-control"]).toContain("immutable");
    expect(await response.json()).toHaveProperty("meta.title");
  }
});

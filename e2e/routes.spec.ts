import type { Page } from "@playwright/test";
import { routes } from "../app/routes.ts";
import {
  chunkOf,
  mainMenu,
  navigateInApp,
  openWithSaveData,
  pageIsLoaded,
  payloadOf,
  recordRequests,
  setConnection,
} from "./in-app.ts";
import { appStarted, expect, openApp, test } from "./test.ts";

test("B1.1 the menu, the sitemap and the canonical links derive from the table of routes", async ({
  page,
  request,
}) => {
  await page.goto("/");
  const menu = mainMenu(page).getByRole("listitem").getByRole("link");
  const inMenu = routes.filter((route) => route.inMenu);
  await expect(menu).toHaveText(inMenu.map(({ label }) => label));
  expect(await menu.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual(
    inMenu.map(({ path }) => path),
  );
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+(.*?)<\/loc>/g)].map(([, path]) => path);
  expect(listed).toEqual(routes.filter(({ indexed }) => indexed).map(({ path }) => path));
  for (const { path } of routes) {
    const html = await (await request.get(path)).text();
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(new URL(canonical).pathname).toBe(path);
  }
});

test("B1.2 opening the home page runs no code of other pages until a click", async ({ page }) => {
  // On a slow connection nothing is prefetched, and the app starts at the first touch.
  await setConnection(page, { effectiveType: "2g" });
  const requests = recordRequests(page);
  await page.goto("/");
  await page.locator("h1").click();
  await appStarted(page);
  const foreign = (path: string) =>
    routes.some(({ name }) => name !== "index" && (chunkOf(name).test(path) || payloadOf(name).test(path)));
  expect(requests.filter((path) => chunkOf("index").test(path))).toHaveLength(1);
  expect(requests.filter(foreign)).toEqual([]);
  await mainMenu(page).getByRole("link", { name: "Galeria" }).click();
  await expect(page).toHaveURL("/galeria");
  await expect(page.locator("h1")).toBeFocused();
  expect(requests.filter((path) => chunkOf("galeria").test(path))).toHaveLength(1);
  expect(requests.filter((path) => payloadOf("galeria").test(path))).toHaveLength(1);
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

test("B1.4 an unknown path shows the error page when the app navigates to it", async ({ page }) => {
  await openApp(page, "/");
  await navigateInApp(page, "/nie-ma-takiej");
  await expect(page.getByText("This page could not be found")).toBeVisible();
  await expect(page).toHaveTitle("This page could not be found");
});

test("B1.5 only the thank-you page is noindex and not in the sitemap", async ({ request }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  for (const { path, indexed } of routes) {
    const html = await (await request.get(path)).text();
    expect([path, html.includes('<meta name="robots" content="noindex"')]).toEqual([path, !indexed]);
    expect([path, new RegExp(`<loc>https?://[^/]+${path}</loc>`).test(sitemap)]).toEqual([path, indexed]);
  }
});

test("B1.6 the static manifest names a payload file for every pre-rendered route", async ({
  page,
  request,
}) => {
  await page.goto("/");
  const manifestPath = await page.locator("html").getAttribute("data-manifest");
  const manifest = await (await request.get(manifestPath ?? "")).json();
  expect(Object.keys(manifest.payloads)).toEqual(routes.map(({ path }) => path));
  for (const path of Object.values<string>(manifest.payloads)) {
    const response = await request.get(path);
    expect([path, response.status()]).toEqual([path, 200]);
    expect(response.headers()["cache-control"]).toContain("immutable");
    expect(await response.json()).toHaveProperty("meta.title");
  }
});

/**
 * What the click on "Oferta" transfers, except pictures and the icon, which Chromium asks for again after each change of address. A response
 * from the browser's cache transfers nothing.
 */
async function transferredByClick(page: Page): Promise<string[]> {
  await page.evaluate(() => performance.clearResourceTimings());
  await mainMenu(page).getByRole("link", { name: "Oferta" }).click();
  await expect(page).toHaveURL("/oferta");
  await expect(page.locator("h1")).toBeFocused();
  return page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ transferSize }) => transferSize > 0)
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => !path.startsWith("/pictures/") && path !== "/favicon.svg"),
  );
}

test("B1.6 a prefetched page is shown at the click without any round trip", async ({ page }) => {
  await openApp(page, "/");
  // The menu's other pages are prefetched, too, and none should arrive during the click.
  for (const { name, inMenu } of routes) if (inMenu) await pageIsLoaded(page, name);
  expect(await transferredByClick(page)).toEqual([]);
});

test("B1.6 a page that was not prefetched needs its script and payload at the click", async ({ page }) => {
  await openWithSaveData(page);
  const parts = await transferredByClick(page);
  for (const part of [chunkOf("oferta"), payloadOf("oferta")])
    expect(parts).toContainEqual(expect.stringMatching(part));
});

import { createServer } from "node:http";
import { chromium } from "@playwright/test";
import { chromiumArgs, findChromium } from "../tools/testing/install-browser/chromium.ts";
import { chunkOf, keepTouching, payloadOf, setConnection } from "./in-app.ts";
import { listenLocally } from "./local-server.ts";
import { cachedPaths, serviceWorkerReady } from "./offline.ts";
import { pagePaths } from "./pages.ts";
import { appStarted, expect, openApp, test } from "./test.ts";

test.use({
  serviceWorkers: "allow",
  allowedProblems: /ERR_(INTERNET_DISCONNECTED|FAILED)|status of (404|500)/,
});

test("B10.4 a visitor who loses the connection can still open and read every page; a page that was opened by a link with any query can be reloaded then; the caches hold pages, payloads, scripts and viewed photographs, but no service responses or errors; online, pages come from the server", async ({
  page,
  context,
}) => {
  await openApp(page, "/?fbclid=1");
  await serviceWorkerReady(page);
  for (const path of ["/kontakt?utm_source=ulotka", "/?fbclid=1"]) {
    await page.goto(path);
    await context.setOffline(true);
    await page.reload();
    await expect(page.locator("main h1")).toBeVisible();
    await appStarted(page);
    await context.setOffline(false);
  }

  await page.evaluate(() => fetch("/api/health"));
  await page.goto("/nie-ma");
  await context.route("**/oferta", (route) => route.fulfill({ status: 500, body: "Awaria" }));
  await page.goto("/oferta");
  await page.goto("/dziekujemy?ref=7K3M-9QXR");
  const { pages = [], precache = [], pictures = [], ...others } = await cachedPaths(page);
  expect(others).toEqual({});
  expect(pages.sort()).toEqual([...pagePaths].sort());
  for (const name of ["index", "oferta", "galeria", "osiagniecia", "kontakt", "dziekujemy"]) {
    expect(precache.filter((path) => payloadOf(name).test(path))).toHaveLength(1);
    expect(precache.filter((path) => chunkOf(name).test(path))).toHaveLength(1);
  }
  expect(precache.filter((path) => !/^\/(?:assets|payload)\//.test(path))).toEqual([]);
  expect(pictures.length).toBeLessThan(20);
  await context.unrouteAll();

  await context.setOffline(true);
  for (const path of pagePaths) {
    await page.goto(path);
    await expect(page.locator("main h1"), path).toBeVisible();
    await appStarted(page);
  }
  await context.setOffline(false);

  await context.route("**/oferta", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Nowsza</h1>" }),
  );
  await page.goto("/oferta");
  await expect(page.locator("h1")).toHaveText("Nowsza");
});

test.describe("a site of two releases", () => {
  // It has an origin of its own.
  test.use({ allowedProblems: /request: |ERR_(INTERNET_DISCONNECTED|FAILED)|status of 404/ });

  test("an update that cannot be installed leaves the old pages with their scripts", async ({
    page,
    context,
    site,
  }) => {
    let isUpdated = false;
    const server = createServer(async ({ url = "" }, response) => {
      const answer = await fetch(site.baseUrl + url);
      response.writeHead(answer.status, { "Content-Type": answer.headers.get("Content-Type") ?? "" });
      if (isUpdated && url === "/oferta") return response.end("<h1>Nowsza</h1>");
      if (!isUpdated || url !== "/sw.js") return response.end(Buffer.from(await answer.arrayBuffer()));
      response.end((await answer.text()).replace('"files":[', '"files":["/assets/missing.js",'));
    });
    const { port, stop } = await listenLocally(server);
    await page.goto(`http://127.0.0.1:${port}/`);
    await serviceWorkerReady(page);
    isUpdated = true;
    const outcome = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const { installing } = await registration.update();
      if (installing?.state === "installing")
        await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
      return installing?.state;
    });
    expect(outcome).toBe("redundant");
    await context.setOffline(true);
    await page.goto(`http://127.0.0.1:${port}/oferta`);
    await expect(page.locator("main h1")).toBeVisible();
    await appStarted(page);
    stop();
  });
});

test("nothing is cached while the visitor touches the page", async ({ page }) => {
  const pass = await keepTouching(page);
  await page.goto("/");
  await page.waitForFunction(() => sessionStorage.typeface === "fetched");
  await pass(900);
  await page.waitForFunction(() => history.scrollRestoration === "manual");
  await pass(3600);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
  await pass(3600, { untouched: true });
  await serviceWorkerReady(page);
});

test("nothing is cached in data-saver mode", async ({ page }) => {
  await setConnection(page, { saveData: true });
  await page.goto("/");
  await page.locator("h1").click();
  await appStarted(page);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test("the site can be installed as an app", async ({ site }) => {
  // Only a headed Chromium installs apps, and not from a private window, which Playwright's contexts normally are.
  const window = await chromium.launchPersistentContext("", {
    executablePath: findChromium() ?? "",
    args: chromiumArgs,
    baseURL: site.baseUrl,
  });
  const page = await window.newPage();
  await openApp(page, "/");
  await serviceWorkerReady(page);
  const session = await window.newCDPSession(page);
  expect(await session.send("Page.getInstallabilityErrors")).toEqual({ installabilityErrors: [] });
  await window.close();
});

import type { Page } from "@playwright/test";
import { loadContent } from "../content-model/load.ts";
import { expectErrorPage } from "./error-page.ts";
import {
  chunkOf,
  distanceFromTarget,
  mainMenu,
  navigateInApp,
  openWithSaveData,
  payloadOf,
} from "./in-app.ts";
import { appStarted, expect, test } from "./test.ts";

test.use({ allowedProblems: /^console: Failed to load resource/ });

const { oferta } = loadContent("content");

/** Runs an action that replaces the document and waits for the new one to load. */
async function loadsAnew(page: Page, act: () => Promise<void>): Promise<void> {
  const loaded = page.waitForEvent("load");
  await act();
  await loaded;
}

test.describe("B6.6 a chunk that fails to load", () => {
  const abortPart = (page: Page, times: number) => {
    let left = times;
    // Not Playwright's `times`, which removes the interception while the next document is being requested.
    return page.route(
      ({ pathname }) => chunkOf("oferta").test(pathname),
      (route) => (left-- > 0 ? route.abort() : route.continue()),
    );
  };
  const recordDocuments = (page: Page) => {
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    return documents;
  };

  test("B6.6 causes one full reload, which keeps query and hash and adds one history entry, or none when going back; the page works then; so does a payload that a later release has removed", async ({
    page,
  }) => {
    await openWithSaveData(page);
    const documents = recordDocuments(page);
    const entries = () => page.evaluate(() => history.length);
    const length = await entries();
    await abortPart(page, 1);
    await loadsAnew(page, () => page.locator('a[href="/oferta#dieta"]').first().click());
    await expect(page).toHaveURL("/oferta#dieta");
    expect(await distanceFromTarget(page, "dieta")).toBe(0);
    expect(await entries()).toBe(length + 1);
    await page.locator("h1").dispatchEvent("pointerdown");
    await appStarted(page);
    await expect(page.locator(".error-page")).toHaveCount(0);
    expect(documents).toEqual(["/oferta"]);

    await page.route(
      ({ pathname }) => chunkOf("galeria").test(pathname),
      (route) => route.abort(),
      { times: 1 },
    );
    await loadsAnew(page, () => navigateInApp(page, "/galeria?zdjecie=medal#detale"));
    await expect(page).toHaveURL("/galeria?zdjecie=medal#detale");
    expect(await entries()).toBe(length + 2);

    await openWithSaveData(page);
    await page.route(
      ({ pathname }) => payloadOf("oferta").test(pathname),
      (route) => route.fulfill({ status: 404, body: "gone" }),
    );
    await loadsAnew(page, () => mainMenu(page).getByRole("link", { name: "Oferta" }).click());
    await expect(page).toHaveURL("/oferta");
    await expect(page.locator("main h1")).toHaveText(oferta.heading);
    expect(documents).toEqual(["/oferta", "/galeria", "/", "/oferta"]);
  });

  test("B6.6 a second failure of the same address within 10 s shows the error page instead of reloading forever", async ({
    page,
  }) => {
    await page.clock.setFixedTime("2026-01-10T10:00:00");
    await openWithSaveData(page);
    const documents = recordDocuments(page);
    await abortPart(page, 1000);
    const link = mainMenu(page).getByRole("link", { name: "Oferta" });
    await loadsAnew(page, () => link.click());
    await openWithSaveData(page);
    await page.clock.setFixedTime("2026-01-10T10:00:09.999");
    await link.click();
    await expectErrorPage(page, { statusCode: 500, message: "Loading chunk oferta failed" });
    expect(documents).toEqual(["/oferta", "/"]);
    await openWithSaveData(page);
    await page.clock.setFixedTime("2026-01-10T10:00:10");
    await loadsAnew(page, () => link.click());
    expect(documents).toEqual(["/oferta", "/", "/", "/oferta"]);
    await page.unrouteAll();
    await loadsAnew(page, () => page.reload().then(() => {}));
    await page.locator("h1").click();
    await appStarted(page);
    await expect(page.locator(".error-page")).toHaveCount(0);
  });

  test("B6.6 a page opened directly stays readable without its chunk", async ({ page }) => {
    const documents = recordDocuments(page);
    await abortPart(page, 1000);
    const failed = page.waitForEvent("requestfailed", (request) =>
      chunkOf("oferta").test(new URL(request.url()).pathname),
    );
    await page.goto("/oferta");
    await failed;
    await expect(page.locator("main h1")).toHaveText(oferta.heading);
    await loadsAnew(page, () => mainMenu(page).getByRole("link", { name: "Galeria" }).click());
    await expect(page.locator(".gallery-grid")).toBeVisible();
    expect(documents).toEqual(["/oferta", "/galeria"]);
  });
});

test("an app that fails to start leaves the page as it is, and retries at the next touch or when back online", async ({
  page,
}) => {
  const touch = () => page.keyboard.press("Shift");
  const returnOnline = () => page.evaluate(() => dispatchEvent(new Event("online")));
  for (const [missing, again] of [
    ["**/payload/manifest-*.json", touch],
    ["**/payload/manifest-*.json", returnOnline],
    ["**/assets/late-*.css", touch],
  ] as const) {
    await page.route(missing, (route) => route.abort(), { times: 1 });
    const failed = page.waitForEvent("requestfailed");
    await page.goto("/kontakt");
    await failed;
    await expect(page.locator("form.form")).toBeVisible();
    const restoration = () => page.evaluate(() => history.scrollRestoration);
    expect(await restoration()).toBe("auto");
    // Playwright learns of the failure before the page does.
    await expect(async () => {
      await again();
      expect(await restoration()).toBe("manual");
    }).toPass();
    await appStarted(page);
    const links = await page
      .locator("head link[href]")
      .evaluateAll((all) => all.map((link) => `${link.getAttribute("rel")} ${link.getAttribute("href")}`));
    expect(links).toEqual([...new Set(links)]);
  }
});

test("B6.7 the start of an app whose script has not come after 120 s is given up until the next touch", async ({
  page,
}) => {
  await page.clock.install();
  const asked = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  await page.route("**/assets/app-*.js", async (route) => {
    asked.resolve();
    await late.promise;
    await route.continue();
  });
  await page.goto("/kontakt");
  await page.clock.runFor(5000);
  await asked.promise;
  await page.clock.runFor(120_000);
  const arrived = page.waitForResponse("**/assets/app-*.js");
  late.resolve();
  await (await arrived).finished();
  await page.clock.runFor(5000);
  const restoration = () => page.evaluate(() => history.scrollRestoration);
  expect(await restoration()).toBe("auto");
  await expect(async () => {
    await page.keyboard.press("Shift");
    await page.clock.runFor(1000);
    expect(await restoration()).toBe("manual");
  }).toPass();
});

test("B6.7 a payload or a chunk that has not loaded after 120 s shows the error page with a retry button", async ({
  page,
}) => {
  await page.clock.install();
  for (const [pattern, name] of [
    [payloadOf("oferta"), "oferta.payload"],
    [chunkOf("oferta"), "oferta"],
  ] as const) {
    await openWithSaveData(page);
    let answers = false;
    const asked = new Promise<void>((resolve) => {
      void page.route(
        ({ pathname }) => pattern.test(pathname),
        (route) => {
          resolve();
          if (answers) return route.continue();
        },
      );
    });
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    await mainMenu(page).getByRole("link", { name: "Oferta" }).click();
    await asked;
    await page.clock.runFor(119_000);
    await expect(page.locator(".error-page")).toHaveCount(0);
    await expect(page).toHaveURL("/");
    await page.clock.runFor(1000);
    await expectErrorPage(page, { statusCode: 500, message: `Loading chunk ${name} failed (timeout)` });
    answers = true;
    await loadsAnew(page, () => page.getByRole("button", { name: "Spróbuj ponownie" }).click());
    await expect(page).toHaveURL("/oferta");
    await expect(page.locator(".error-page"), name).toHaveCount(0);
    await page.clock.resume();
  }
});

test("pictures that fail to load leave the page as wide as the screen", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route(/\.(avif|webp|jpg)$/, (route) => route.abort());
  await page.goto("/");
  const last = page.locator(".band img");
  await last.scrollIntoViewIfNeeded();
  await expect.poll(() => last.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

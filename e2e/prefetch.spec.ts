import type { Page } from "@playwright/test";
import { routes } from "../app/routes.ts";
import { chunkOf, mainMenu, pageIsLoaded, payloadOf, recordRequests, setConnection } from "./in-app.ts";
import { appStarted, expect, holdRequests, openApp, test } from "./test.ts";

declare global {
  interface Window {
    idle: { timeouts: (number | undefined)[]; run(): void };
  }
}

/** Holds back idle callbacks until `window.idle.run()`, and records their time-outs. */
async function holdIdleCallbacks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const waiting: IdleRequestCallback[] = [];
    window.idle = {
      timeouts: [],
      run: () => {
        for (const callback of waiting.splice(0)) callback({ didTimeout: false, timeRemaining: () => 50 });
      },
    };
    window.requestIdleCallback = (callback, options) => {
      window.idle.timeouts.push(options?.timeout);
      return waiting.push(callback);
    };
    window.cancelIdleCallback = (id) => {
      waiting[id - 1] = () => {};
    };
  });
}

/** Resolves once intersection observers created before this call have reported and their callbacks have run. */
async function observersNotified(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect();
          done();
        });
        observer.observe(document.documentElement);
      }),
  );
  await page.evaluate(() => fetch("/robots.txt"));
}

const ofOtherPages = (paths: readonly string[]) =>
  paths.filter((path) =>
    routes.some(({ name }) => name !== "index" && (chunkOf(name).test(path) || payloadOf(name).test(path))),
  );

const menuLink = (page: Page, name: string) => mainMenu(page).getByRole("link", { name });

test("B3.1 visible links prefetch script and payload once an idle callback with a time-out of 2000 ms has run", async ({
  page,
}) => {
  await holdIdleCallbacks(page);
  const requests = recordRequests(page);
  await openApp(page, "/");
  await observersNotified(page);
  expect(ofOtherPages(requests)).toEqual([]);
  expect(await page.evaluate(() => window.idle.timeouts)).toContain(2000);
  await page.evaluate(() => window.idle.run());
  await pageIsLoaded(page, "oferta");
  expect(requests.filter((path) => payloadOf("oferta").test(path))).toHaveLength(1);
  expect(requests.filter((path) => chunkOf("oferta").test(path))).toHaveLength(1);
});

test("B3.1 a link that is not visible prefetches only once it is scrolled into view", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const requests = recordRequests(page);
  await openApp(page, "/");
  // The call bar's link is always visible on a phone; links to the gallery are further down.
  await pageIsLoaded(page, "kontakt");
  await observersNotified(page);
  expect(requests.filter((path) => payloadOf("galeria").test(path))).toEqual([]);
  await page.getByRole("contentinfo").getByRole("link", { name: "Galeria" }).scrollIntoViewIfNeeded();
  await pageIsLoaded(page, "galeria");
});

for (const [words, connection] of [
  ["on 2g", { effectiveType: "2g" }],
  ["on slow-2g", { effectiveType: "slow-2g" }],
  ["in data-saver mode", { effectiveType: "4g", saveData: true }],
] as const) {
  test(`B3.2 nothing is prefetched ${words}, and the click still works`, async ({ page }) => {
    await holdIdleCallbacks(page);
    await setConnection(page, connection);
    const requests = recordRequests(page);
    await page.goto("/");
    await page.locator("h1").click();
    await appStarted(page);
    await page.evaluate(() => window.idle.run());
    await observersNotified(page);
    expect(ofOtherPages(requests)).toEqual([]);
    await menuLink(page, "Oferta").click();
    await expect(page).toHaveURL("/oferta");
    await expect(page.locator("h1")).toBeFocused();
  });
}

test.describe("offline", () => {
  test.use({ allowedProblems: /ERR_INTERNET_DISCONNECTED/ });

  test("B3.2 nothing is prefetched offline; this is checked again when a link becomes visible", async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await holdIdleCallbacks(page);
    await openApp(page, "/");
    await page.evaluate(() => window.idle.run());
    await pageIsLoaded(page, "kontakt");
    await observersNotified(page);
    const requests = recordRequests(page);
    await context.setOffline(true);
    const link = page.getByRole("contentinfo").getByRole("link", { name: "Galeria" });
    await link.scrollIntoViewIfNeeded();
    await page.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    );
    expect(ofOtherPages(requests)).toEqual([]);
    await page.locator("h1").scrollIntoViewIfNeeded();
    await context.setOffline(false);
    await link.scrollIntoViewIfNeeded();
    await pageIsLoaded(page, "galeria");
  });
});

test("B3.2 a page is prefetched once, however many links to it become visible", async ({ page }) => {
  const requests = recordRequests(page);
  await openApp(page, "/");
  await pageIsLoaded(page, "kontakt");
  for (const link of await page.locator('a[href="/kontakt"]:visible').all())
    await link.scrollIntoViewIfNeeded();
  await observersNotified(page);
  expect(requests.filter((path) => payloadOf("kontakt").test(path))).toHaveLength(1);
  expect(requests.filter((path) => chunkOf("kontakt").test(path))).toHaveLength(1);
});

test.describe("failing", () => {
  test.use({ allowedProblems: /^console: Failed to load resource: net::ERR_FAILED/ });

  test("B3.3 a failed prefetch is silent, and a click retries", async ({ page }) => {
    for (const pattern of [chunkOf("oferta"), payloadOf("oferta")]) {
      await page.route(
        ({ pathname }) => pattern.test(pathname),
        (route) => route.abort(),
        { times: 1 },
      );
    }
    const failed = [chunkOf("oferta"), payloadOf("oferta")].map((pattern) =>
      page.waitForEvent("requestfailed", (request) => pattern.test(new URL(request.url()).pathname)),
    );
    await openApp(page, "/");
    await Promise.all(failed);
    await observersNotified(page);
    await expect(page.locator(".error-page")).toHaveCount(0);
    await expect(page).toHaveURL("/");
    await menuLink(page, "Oferta").click();
    await expect(page).toHaveURL("/oferta");
    await expect(page.locator(".error-page")).toHaveCount(0);
    await expect(menuLink(page, "Oferta")).toHaveAttribute("aria-current", "page");
  });
});

test.describe("the page whose link the pointer is on", () => {
  const pages = (page: Page) => page.locator("main > div");

  test("B3.4 is rendered out of sight, one at a time, without a second heading or landmark, and shown by the click", async ({
    page,
  }) => {
    await openApp(page, "/");
    await pageIsLoaded(page, "oferta");
    await pageIsLoaded(page, "galeria");
    await menuLink(page, "Galeria").hover();
    await expect(pages(page)).toHaveCount(2);
    await menuLink(page, "Oferta").hover();
    await expect(pages(page).last()).toHaveClass("offer");
    await expect(pages(page)).toHaveCount(2);
    await expect(pages(page).last()).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    const prepared = await pages(page).last().elementHandle();
    await page.mouse.down();
    await page.mouse.up();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(pages(page)).toHaveCount(1);
    expect(await prepared?.isVisible()).toBe(true);
    await expect(page.locator("#pytania")).toBeAttached();
  });

  test("B3.4 is that of the last link, even if the page of an earlier one arrives later", async ({
    page,
  }) => {
    const letPageCome = await holdRequests(page, ({ pathname }) => payloadOf("oferta").test(pathname));
    await openApp(page, "/");
    await pageIsLoaded(page, "galeria");
    await menuLink(page, "Oferta").hover();
    await menuLink(page, "Galeria").hover();
    await expect(pages(page)).toHaveCount(2);
    const late = page.waitForResponse((response) =>
      payloadOf("oferta").test(new URL(response.url()).pathname),
    );
    letPageCome();
    await late;
    await observersNotified(page);
    await expect(pages(page).last()).not.toHaveClass("offer");
    await expect(pages(page)).toHaveCount(2);
  });

  test("B3.4 is not rendered ahead in data-saver mode", async ({ page }) => {
    await setConnection(page, { effectiveType: "4g", saveData: true });
    await page.goto("/");
    await page.locator("h1").click();
    await appStarted(page);
    await menuLink(page, "Oferta").hover();
    await observersNotified(page);
    await expect(pages(page)).toHaveCount(1);
  });

  test.describe("that fails", () => {
    test.use({ allowedProblems: /^console: .*(?:undefined|Error)|^error: / });

    test("B3.4 B6.4 changes nothing before the click, which shows the error page", async ({ page }) => {
      await page.route(
        ({ pathname }) => payloadOf("oferta").test(pathname),
        (route) => route.fulfill({ json: { meta: {} } }),
      );
      await openApp(page, "/");
      await pageIsLoaded(page, "oferta");
      await menuLink(page, "Oferta").hover();
      await expect(pages(page)).toHaveCount(2);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.locator(".error-page")).toBeHidden();
      await menuLink(page, "Oferta").click();
      await expect(page.locator(".error-page")).toBeVisible();
      await expect(page.locator(".error-page h1")).toBeFocused();
    });
  });
});

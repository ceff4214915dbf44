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

/** The page that is shown and the one that is rendered ahead. */
const pages = (page: Page) => page.locator("main > div");

const menuLink = (page: Page, name: string) => mainMenu(page).getByRole("link", { name });

/**
 * Clicks on "Oferta" and returns what has been asked for and transferred since a moment of the page, except pictures and the icon, which
 * Chromium asks for again after each change of address. A response from the browser's cache transfers nothing.
 */
async function transferredUntilShown(page: Page, since = 0): Promise<string[]> {
  await menuLink(page, "Oferta").click();
  await expect(page).toHaveURL("/oferta");
  await expect(page.locator("h1")).toBeFocused();
  return page.evaluate(
    (from) =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ startTime, transferSize }) => startTime >= from && transferSize > 0)
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => !path.startsWith("/pictures/") && path !== "/favicon.svg"),
    since,
  );
}

test.describe("on a phone", () => {
  test.use({ allowedProblems: /ERR_INTERNET_DISCONNECTED/, viewport: { width: 360, height: 640 } });

  test("B3.1 B3.2 visible links prefetch script and payload once an idle callback with a time-out of 2000 ms has run, others only once they are scrolled into view while online, and every page once", async ({
    page,
    context,
  }) => {
    await holdIdleCallbacks(page);
    const requests = recordRequests(page);
    await openApp(page, "/");
    await observersNotified(page);
    expect(ofOtherPages(requests)).toEqual([]);
    expect(await page.evaluate(() => window.idle.timeouts)).toContain(2000);
    await page.evaluate(() => window.idle.run());
    // The call bar's link is always visible on a phone; links to the gallery are further down.
    await pageIsLoaded(page, "kontakt");
    await observersNotified(page);
    expect(requests.filter((path) => payloadOf("galeria").test(path))).toEqual([]);

    const before = requests.length;
    await context.setOffline(true);
    const link = page.getByRole("contentinfo").getByRole("link", { name: "Galeria" });
    await link.scrollIntoViewIfNeeded();
    await page.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    );
    expect(ofOtherPages(requests.slice(before))).toEqual([]);
    await page.locator("h1").scrollIntoViewIfNeeded();
    await context.setOffline(false);
    await link.scrollIntoViewIfNeeded();
    await pageIsLoaded(page, "galeria");

    for (const contact of await page.locator('a[href="/kontakt"]:visible').all())
      await contact.scrollIntoViewIfNeeded();
    await observersNotified(page);
    expect(requests.filter((path) => payloadOf("kontakt").test(path))).toHaveLength(1);
    expect(requests.filter((path) => chunkOf("kontakt").test(path))).toHaveLength(1);
  });
});

test("B3.2 B3.4 B1.2 B1.6 nothing is prefetched on 2g, on slow-2g or in data-saver mode, nor rendered ahead; the click runs the page's code, whose script and payload it loads once", async ({
  page,
}) => {
  await holdIdleCallbacks(page);
  const requests = recordRequests(page);
  const transferred: string[] = [];
  for (const connection of [
    { effectiveType: "2g" },
    { effectiveType: "slow-2g" },
    { effectiveType: "4g", saveData: true },
  ]) {
    const words = JSON.stringify(connection);
    requests.length = 0;
    await setConnection(page, connection);
    await page.goto("/");
    await page.locator("h1").click();
    await appStarted(page);
    await page.evaluate(() => window.idle.run());
    await observersNotified(page);
    expect(
      requests.filter((path) => chunkOf("index").test(path)),
      words,
    ).toHaveLength(1);
    expect(ofOtherPages(requests), words).toEqual([]);
    if (connection.saveData) {
      await menuLink(page, "Oferta").hover();
      await observersNotified(page);
      await expect(pages(page)).toHaveCount(1);
    }
    transferred.push(...(await transferredUntilShown(page)));
    for (const part of [chunkOf("oferta"), payloadOf("oferta")])
      expect(
        requests.filter((path) => part.test(path)),
        words,
      ).toHaveLength(1);
  }
  for (const part of [chunkOf("oferta"), payloadOf("oferta")])
    expect(transferred).toContainEqual(expect.stringMatching(part));
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
  test("B3.4 B1.6 is rendered out of sight, one at a time, that of the last link, even if the page of an earlier one arrives later, without a second heading or landmark, and shown by the click without any round trip", async ({
    page,
  }) => {
    const letPageCome = await holdRequests(page, ({ pathname }) => payloadOf("oferta").test(pathname));
    await openApp(page, "/");
    // The menu's other pages are prefetched, too, and none should arrive during the click.
    for (const { name, inMenu } of routes) if (inMenu && name !== "oferta") await pageIsLoaded(page, name);
    await menuLink(page, "Oferta").hover();
    await menuLink(page, "Galeria").hover();
    await expect(pages(page)).toHaveCount(2);
    letPageCome();
    await pageIsLoaded(page, "oferta");
    await observersNotified(page);
    await expect(pages(page).last()).not.toHaveClass("offer");
    await expect(pages(page)).toHaveCount(2);

    const since = await page.evaluate(() => performance.now());
    await menuLink(page, "Oferta").hover();
    await expect(pages(page).last()).toHaveClass("offer");
    await expect(pages(page)).toHaveCount(2);
    await expect(pages(page).last()).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    const prepared = await pages(page).last().elementHandle();
    expect(await transferredUntilShown(page, since)).toEqual([]);
    await expect(pages(page)).toHaveCount(1);
    expect(await prepared?.isVisible()).toBe(true);
    await expect(page.locator("#pytania")).toBeAttached();
  });

  test("B3.4 is laid out, too, but its photographs load only once it is shown", async ({ page }) => {
    await openApp(page, "/");
    await pageIsLoaded(page, "galeria");
    await menuLink(page, "Galeria").hover();
    const ahead = page.locator("main > .gallery");
    const fileOfSecondPhoto = () =>
      ahead
        .locator("img")
        .nth(1)
        .evaluate((image: HTMLImageElement) => image.currentSrc);
    const height = () =>
      ahead.locator(".gallery-grid").evaluate((grid) => grid.getBoundingClientRect().height);
    await expect.poll(height).toBeGreaterThan(100);
    const before = await height();
    await observersNotified(page);
    expect(await fileOfSecondPhoto()).toBe("");
    await expect(ahead).toBeHidden();
    await menuLink(page, "Galeria").click();
    await expect(ahead).toBeVisible();
    await expect.poll(fileOfSecondPhoto).toContain("/pictures/");
    expect(await height()).toBeGreaterThanOrEqual(before);

    // Also when it is the page that the visitor has just come back from.
    await page.goBack();
    await expect(page).toHaveURL("/");
    await menuLink(page, "Galeria").hover();
    await expect(ahead).toBeHidden();
    await expect.poll(height).toBeGreaterThan(100);
  });

  test("B3.4 is not copied with the shown page, nor is what was typed there", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openApp(page, "/kontakt");
    await page.getByLabel("Imię").fill("Wpisane imię");
    await menuLink(page, "Oferta").click();
    await expect(page.locator(".offer")).toBeVisible();
    await menuLink(page, "Kontakt").hover();
    await expect(pages(page)).toHaveCount(2);
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+c");
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return (await item?.getType("text/html"))?.text();
    });
    expect(copied).toContain("Oferta");
    expect(copied).not.toContain("Wpisane imię");
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

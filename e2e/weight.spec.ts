import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { loadConfig } from "../server/config.ts";
import { pageIsLoaded } from "./in-app.ts";
import { expect, openApp, test } from "./test.ts";

const client = join(loadConfig().siteDir, "client");

test("every page with its inline styles is at most 14.6 kB, the initial TCP congestion window", () => {
  const pages = readdirSync(client).filter((name) => name.endsWith(".html"));
  expect(pages.length).toBeGreaterThanOrEqual(8);
  const heavy = pages.map((name) => [name, statSync(join(client, `${name}.br`)).size] as const);
  expect(heavy.filter(([, bytes]) => bytes > 14_600)).toEqual([]);
});

test("all style sheets together are under 14 kB", () => {
  const sheets = readdirSync(join(client, "assets")).filter((name) => name.endsWith(".css"));
  expect(sheets.length).toBeGreaterThan(1);
  const all = sheets.map((name) => readFileSync(join(client, "assets", name), "utf8")).join("\n");
  expect(brotliCompressSync(all).length).toBeLessThan(14_000);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the scripts of the home page and the form are under 82 kB, and none loads before the load event; the lightbox is under 17 kB and loads when it is opened", async ({
    page,
  }) => {
    await openApp(page, "/");
    await pageIsLoaded(page, "kontakt");
    const scripts = await loadedScripts(page);
    expect(scripts.filter(({ beforeLoad }) => beforeLoad)).toEqual([]);
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
    expect(bytes).toBeGreaterThan(60_000);
    // The hashes in the names of the files move this by 100 bytes either way.
    expect(bytes).toBeLessThan(82_000);

    await openApp(page, "/galeria");
    expect((await loadedScripts(page)).filter(({ name }) => name.includes("/lightbox-"))).toEqual([]);
    await page.locator(".gallery-grid a").first().click();
    await expectPart(page, "/lightbox-", 17_000);
  });
});

test("no error is made while the app starts: with an inspector, its stack trace costs a slow phone 50 ms", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const made: unknown[] = Object.assign(window, { errorsMade: [] }).errorsMade;
    function make(original: ErrorConstructor, message: string) {
      made.push(message);
      return new original(message);
    }
    window.Error = new Proxy(Error, {
      apply: (original, _, [message]) => make(original, message),
      construct: (original, [message]) => make(original, message),
    });
  });
  await openApp(page, "/");
  const made = () => page.evaluate(() => (window as unknown as { errorsMade: unknown[] }).errorsMade);
  expect(await made()).toEqual([]);
  await page.evaluate(() => Error("seen"));
  expect(await made()).toEqual(["seen"]);
});

async function expectPart(page: Page, name: string, underBytes: number): Promise<void> {
  await expect
    .poll(async () => (await loadedScripts(page)).filter((script) => script.name.includes(name)).length)
    .toBe(1);
  const [part] = (await loadedScripts(page)).filter((script) => script.name.includes(name));
  expect(part?.bytes).toBeGreaterThan(0);
  expect(part?.bytes).toBeLessThan(underBytes);
}

/** Scripts that the document has loaded, with their transferred bytes. */
function loadedScripts(page: Page) {
  return page.evaluate(() => {
    const [view] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return resources
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ name, encodedBodySize, startTime }) => ({
        name,
        bytes: encodedBodySize,
        beforeLoad: startTime < (view?.loadEventStart ?? 0),
      }));
  });
}

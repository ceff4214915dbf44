import type { Locator, Page } from "@playwright/test";
import { appStarted } from "./test.ts";

export const mainMenu = (page: Page): Locator => page.getByRole("navigation", { name: "Menu główne" });

/** Navigates within the running app as the back button would, even to a path that no link leads to. */
export function navigateInApp(page: Page, path: string): Promise<void> {
  return page.evaluate((address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** A live list of the paths of documents, scripts, styles and data requested from now on. */
export function recordRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    if (loading.has(request.resourceType())) paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

const loading = new Set(["document", "script", "stylesheet", "fetch", "xhr"]);

/** Patterns of the files that belong to a single page. */
export const chunkOf = (name: string) => new RegExp(`^/assets/${name}-[\\w-]+\\.js$`);
export const payloadOf = (name: string) => new RegExp(`^/payload/${name}-[\\w-]+\\.json$`);

/** Lets a test replace built scripts, which the documents' hashes would otherwise forbid. */
export async function allowChangedScripts(page: Page): Promise<void> {
  await page.route("**", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const digests = /<script type="importmap">.*?<\/script>/s;
    await route.fulfill({ response, body: (await response.text()).replace(digests, "") });
  });
}

/** Waits until a page's script and payload are loaded, for whatever reason. */
export async function pageIsLoaded(page: Page, name: string): Promise<void> {
  const patterns = [chunkOf(name), payloadOf(name)].map(({ source }) => source);
  await page.waitForFunction((sources) => {
    const paths = performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname);
    return sources.every((source) => paths.some((path) => new RegExp(source).test(path)));
  }, patterns);
}

/** Does to the page what a browser's translator does: elements of its own, with other words, take the places of all texts. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(
      document.getElementById("root") as HTMLElement,
      NodeFilter.SHOW_TEXT,
    );
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const font = document.createElement("font");
      font.textContent = `${text.data}!`;
      text.replaceWith(font);
    }
  });
}

/** Sets `navigator.connection` before any script of the page runs. */
export async function setConnection(
  page: Page,
  connection: { effectiveType?: string; saveData?: boolean },
): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(Navigator.prototype, "connection", { configurable: true, get: () => value });
  }, connection);
}

/** Opens the home page with prefetching off, so that tests can intercept what a click loads. */
export async function openWithSaveData(page: Page): Promise<void> {
  await setConnection(page, { saveData: true });
  await page.goto("/");
  await page.locator("h1").click();
  await appStarted(page);
}

/** The distance in pixels between an element and the position of a hash target. */
export const distanceFromTarget = (page: Page, id: string) =>
  page.evaluate((name) => {
    const target = document.getElementById(name) as HTMLElement;
    const pixels = (length: string) => Number.parseFloat(length) || 0;
    const margin = pixels(getComputedStyle(target).scrollMarginTop);
    const padding = pixels(getComputedStyle(document.documentElement).scrollPaddingTop);
    return Math.trunc(target.getBoundingClientRect().top - margin - padding) || 0;
  }, id);

/**
 * Touches the next document as soon as it is there, and stops its clock, so that the touch stays recent however busy the machine is.
 * The returned function lets time pass, in ms, touching once more every 0.9 s or, with `untouched`, never.
 */
export async function keepTouching(page: Page) {
  const touch = () => document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.addInitScript(`addEventListener("DOMContentLoaded", ${touch})`);
  return async (duration: number, { untouched = false } = {}) => {
    for (let passed = 0; passed < duration; passed += 900) {
      if (!untouched) await page.evaluate(touch);
      await page.clock.runFor(900);
    }
  };
}

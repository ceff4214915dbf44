import type { Locator, Page } from "@playwright/test";
import { appStarted } from "./test.ts";

export const mainMenu = (page: Page): Locator => page.getByRole("navigation", { name: "Menu główne" });

/** Goes to a path inside the running app, as the back button would: also to one that no link leads to. */
export function navigateInApp(page: Page, path: string): Promise<void> {
  return page.evaluate((address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Paths of the documents, scripts, styles and data that are asked for from now on; the list grows by itself. */
export function recordRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    if (loading.has(request.resourceType())) paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

const loading = new Set(["document", "script", "stylesheet", "fetch", "xhr"]);

/** Patterns of the files that belong to one page alone. */
export const chunkOf = (name: string) => new RegExp(`^/assets/${name}-[\\w-]+\\.js$`);
export const stylesOf = (name: string) => new RegExp(`^/assets/${name}-[\\w-]+\\.css$`);
export const payloadOf = (name: string) => new RegExp(`^/payload/${name}-[\\w-]+\\.json$`);

/** Lets a test put other scripts in the place of built ones, which the documents' digests would not allow. */
export async function allowChangedScripts(page: Page): Promise<void> {
  await page.route("**", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const digests = /<script type="importmap">.*?<\/script>/s;
    await route.fulfill({ response, body: (await response.text()).replace(digests, "") });
  });
}

/** Waits until a page's script part, payload and style sheet are there, whoever asked for them. */
export async function pageIsLoaded(page: Page, name: string): Promise<void> {
  const patterns = [chunkOf(name), payloadOf(name), stylesOf(name)].map(({ source }) => source);
  await page.waitForFunction((sources) => {
    const paths = performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname);
    return sources.every((source) => paths.some((path) => new RegExp(source).test(path)));
  }, patterns);
}

/** Says that the visitor has a poor connection, before any script of the page runs. */
export async function setConnection(
  page: Page,
  connection: { effectiveType?: string; saveData?: boolean },
): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(Navigator.prototype, "connection", { configurable: true, get: () => value });
  }, connection);
}

/** Opens the home page with nothing prefetched, so that what a click loads can still be held back or tampered with. */
export async function openWithSaveData(page: Page): Promise<void> {
  await setConnection(page, { saveData: true });
  await page.goto("/");
  await page.locator("h1").click();
  await appStarted(page);
}

/** How far an element stands from where the style sheet wants a hash target, in pixels. */
export const distanceFromTarget = (page: Page, id: string) =>
  page.evaluate((name) => {
    const target = document.getElementById(name) as HTMLElement;
    const pixels = (length: string) => Number.parseFloat(length) || 0;
    const margin = pixels(getComputedStyle(target).scrollMarginTop);
    const padding = pixels(getComputedStyle(document.documentElement).scrollPaddingTop);
    return Math.trunc(target.getBoundingClientRect().top - margin - padding) || 0;
  }, id);

/** Has every document touched ten times a second until the returned function is called. */
export async function keepTouching(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    // By the page's own timers, which are late together where the machine is busy.
    const touch = () => document.body?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    const touching = setInterval(touch, 100);
    Object.assign(globalThis, { stopTouching: () => clearInterval(touching) });
  });
  return () => page.evaluate("stopTouching()");
}

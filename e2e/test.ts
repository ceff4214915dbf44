import { test as base, expect, type Page, type Route } from "@playwright/test";
import { type SiteProcess, startSite } from "./site-process.ts";
import { typefaceShown } from "./typeface.ts";

interface TestFixtures {
  /** Matches console messages and requests that this test provokes on purpose. */
  allowedProblems: RegExp;
  noProblems: undefined;
}

/** Playwright's test with one running site per worker. It fails on console errors, uncaught errors and requests to other origins. */
export const test = base.extend<TestFixtures, { site: SiteProcess }>({
  allowedProblems: [/^none$/, { option: true }],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ site }, use) => use(site.baseUrl),
  noProblems: [
    async ({ context, baseURL, allowedProblems }, use) => {
      const problems: string[] = [];
      context.on("console", (message) => {
        if (!["error", "warning"].includes(message.type()) || isExpected.test(message.text())) return;
        problems.push(`console: ${message.text()}`);
      });
      context.on("weberror", (event) => problems.push(`error: ${event.error().message}`));
      context.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin !== baseURL && protocol !== "data:") problems.push(`request: ${request.url()}`);
      });
      await use(undefined);
      expect(problems.filter((problem) => !allowedProblems.test(problem))).toEqual([]);
    },
    { auto: true },
  ],
});

// Messages caused by Playwright's settings, and Chromium's warning when a touched page delays the preloaded typeface.
const isExpected =
  /^Service Worker registration blocked by Playwright$|woff2 was preloaded using link preload but/;

export { expect };

/** Opens a page and waits until the app runs in it. */
export async function openApp(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await appStarted(page);
}

/** Holds back the requests for an address until the returned function is called. */
export async function holdRequests(page: Page, url: Parameters<Page["route"]>[0]): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Lets requests reach the server, and loses the responses: all of them, or as many as `times`. */
export async function loseResponses(page: Page, url: string, options?: { times: number }): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route(url, lose, options);
}

/** The app has set scroll restoration and hydrated the links piece by piece. Waits for the typeface too, which may move lines. */
export async function appStarted(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const taken = (link: Element) => Object.keys(link).some((key) => key.startsWith("__react"));
    return history.scrollRestoration === "manual" && [...document.querySelectorAll("#root a")].every(taken);
  });
  await typefaceShown(page);
}

import type { Page } from "@playwright/test";

/** As on a quick line: on a slow one, which a busy machine is too, the first document goes without. */
export async function typefaceIsShown(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(PerformanceNavigationTiming.prototype, "requestStart", {
      get: () => performance.now(),
    }),
  );
}

import type { Page } from "@playwright/test";

type Counting = { layoutShift: number };

/** Makes every later document of this page add up its layout shifts. */
export async function countLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counting = globalThis as unknown as Counting;
    counting.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        counting.layoutShift += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

export function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as Counting).layoutShift);
}

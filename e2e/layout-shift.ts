import type { Page } from "@playwright/test";

type Counting = { layoutShift: number; moved: string[] };
type LayoutShift = PerformanceEntry & {
  value: number;
  sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** Makes every later document of this page add up its layout shifts, and note what moved. */
export async function countLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counting = globalThis as unknown as Counting;
    counting.layoutShift = 0;
    counting.moved = [];
    const at = ({ x, y, width, height }: DOMRect) => `${[x, y, width, height].map(Math.round)}`;
    new PerformanceObserver((list) => {
      for (const { value, startTime, sources } of list.getEntries() as LayoutShift[]) {
        counting.layoutShift += value;
        for (const { node, previousRect, currentRect } of sources) {
          const name = `${node?.nodeName} ${node?.className ?? node?.textContent}`;
          counting.moved.push(
            `${Math.round(startTime)} ms ${name}: ${at(previousRect)} to ${at(currentRect)}`,
          );
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

export function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as Counting).layoutShift);
}

/** For the message of a failed test. */
export function movedOn(page: Page): Promise<string> {
  return page.evaluate(() => (globalThis as unknown as Counting).moved.join("; "));
}

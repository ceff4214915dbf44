import { median } from "./median.ts";
import { inTurns, openTab, type Place, phone, ratio } from "./slow-phone.ts";

interface Seen {
  fcp: number;
  lcp: number;
  shift: number;
  blocking: number;
}

/** Median first views on a slow phone (CPU 4 times slower, 1.6 Mbit/s, 150 ms). Sites alternate; runs vary by a tenth. */
export async function measureFirstViews(place: Place, paths: readonly string[]) {
  const views = [];
  for (const path of paths) {
    const seen = await inTurns(place, async (baseUrl) => [await look(place, baseUrl + path)]);
    const middle = (site: string, value: keyof Seen) => median(seen(site).map((one) => one[value]));
    const baseline = place.sites[0]?.name ?? "";
    for (const { name } of place.sites)
      views.push({
        path,
        site: name,
        firstContentfulPaintMs: Math.round(middle(name, "fcp")),
        largestContentfulPaintMs: Math.round(middle(name, "lcp")),
        totalBlockingTimeMs: Math.round(middle(name, "blocking")),
        layoutShift: Number(middle(name, "shift").toFixed(4)),
        fcpRatio: ratio(middle(name, "fcp"), middle(baseline, "fcp")),
        lcpRatio: ratio(middle(name, "lcp"), middle(baseline, "lcp")),
      });
  }
  return views;
}

async function look({ browser }: Place, address: string): Promise<Seen> {
  const { context, page } = await openTab(browser, { device: phone, slowdown: 4, slowLine: true });
  await page.addInitScript(() => {
    const seen = { fcp: 0, lcp: 0, shift: 0, blocking: 0 };
    const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    watch("paint", ({ name, startTime }) => {
      if (name === "first-contentful-paint") seen.fcp = startTime;
    });
    watch("largest-contentful-paint", ({ startTime }) => {
      seen.lcp = startTime;
    });
    watch("layout-shift", (entry) => {
      seen.shift += (entry as PerformanceEntry & { value: number }).value;
    });
    watch("longtask", ({ startTime, duration }) => {
      if (seen.fcp > 0 && startTime >= seen.fcp) seen.blocking += duration - 50;
    });
    Object.assign(globalThis, { seen });
  });
  await page.goto(address, { waitUntil: "networkidle" });
  await page.waitForTimeout(1000);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  await context.close();
  return seen;
}

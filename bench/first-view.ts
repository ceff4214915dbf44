import { median } from "./median.ts";
import { openTab, type Place, phone, turned } from "./slow-phone.ts";

export interface FirstView {
  readonly path: string;
  readonly site: string;
  readonly firstContentfulPaintMs: number;
  readonly largestContentfulPaintMs: number;
  readonly totalBlockingTimeMs: number;
  readonly layoutShift: number;
  /** Quotients of the medians and those of the first site. */
  readonly fcpRatio: number;
  readonly lcpRatio: number;
}

interface Seen {
  fcp: number;
  lcp: number;
  shift: number;
  blocking: number;
}

/** First views on a slow phone (CPU 4 x slower, 1.6 Mbit/s, 150 ms), the sites taking turns; medians of the runs, which vary by a tenth. */
export async function measureFirstViews(place: Place, paths: readonly string[]): Promise<FirstView[]> {
  const seen = new Map<string, Seen[]>();
  for (let run = 0; run < place.runs; run++) {
    for (const path of paths) {
      for (const { name, baseUrl } of turned(place.sites, run)) {
        const key = `${path} ${name}`;
        seen.set(key, [...(seen.get(key) ?? []), await look(place, baseUrl + path)]);
      }
    }
  }
  const middle = (path: string, site: string, value: keyof Seen) =>
    median((seen.get(`${path} ${site}`) ?? []).map((one) => one[value]));
  const baseline = place.sites[0]?.name ?? "";
  return paths.flatMap((path) =>
    place.sites.map(({ name }) => ({
      path,
      site: name,
      firstContentfulPaintMs: Math.round(middle(path, name, "fcp")),
      largestContentfulPaintMs: Math.round(middle(path, name, "lcp")),
      totalBlockingTimeMs: Math.round(middle(path, name, "blocking")),
      layoutShift: Number(middle(path, name, "shift").toFixed(4)),
      fcpRatio: Number((middle(path, name, "fcp") / middle(path, baseline, "fcp")).toFixed(2)),
      lcpRatio: Number((middle(path, name, "lcp") / middle(path, baseline, "lcp")).toFixed(2)),
    })),
  );
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

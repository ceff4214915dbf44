import { setTimeout as sleep } from "node:timers/promises";
import { median } from "./median.ts";
import { openTab, type Place, phone, turned } from "./slow-phone.ts";

export interface TapFigures {
  readonly site: string;
  /** Milliseconds from the tap to the frame that answers it, the slowest tap of a load, median of the loads. */
  readonly worstTapMs: number;
  readonly ratio: number;
}

/** Taps on the heading of `/kontakt` every 100 ms while it loads on a slow phone and until the app has long started. */
export async function measureTaps(place: Place): Promise<TapFigures[]> {
  const worst = new Map<string, number[]>();
  for (let run = 0; run < place.runs; run++) {
    for (const { name, baseUrl } of turned(place.sites, run)) {
      worst.set(name, [...(worst.get(name) ?? []), await tapThrough(place, `${baseUrl}/kontakt`)]);
    }
  }
  const middle = (name: string) => median(worst.get(name) ?? []);
  const baseline = middle(place.sites[0]?.name ?? "");
  return place.sites.map(({ name }) => ({
    site: name,
    worstTapMs: middle(name),
    ratio: Number((middle(name) / baseline).toFixed(2)),
  }));
}

async function tapThrough({ browser }: Place, address: string): Promise<number> {
  const { context, page } = await openTab(browser, { device: phone, slowdown: 4, slowLine: true });
  await page.addInitScript(() => {
    // Events that took less than 16 ms are not told.
    const taps = { painted: false, worst: 16 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) taps.worst = Math.max(taps.worst, duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    new PerformanceObserver(() => {
      taps.painted = true;
    }).observe({ type: "paint", buffered: true });
    Object.assign(globalThis, { taps });
  });
  const loaded = page.goto(address);
  await page.waitForFunction(() => (globalThis as unknown as { taps: { painted: boolean } }).taps?.painted);
  const heading = await page.locator("h1").boundingBox();
  if (!heading) throw new Error(`${address} shows no heading`);
  const end = loaded.then(() => performance.now() + 2000);
  let endMs = Number.POSITIVE_INFINITY;
  void end.then((at) => {
    endMs = at;
  });
  while (performance.now() < endMs) {
    await page.touchscreen.tap(heading.x + 10, heading.y + 10);
    await sleep(100);
  }
  await sleep(300);
  const worst = await page.evaluate(() => (globalThis as unknown as { taps: { worst: number } }).taps.worst);
  await context.close();
  return worst;
}

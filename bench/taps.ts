import { setTimeout as sleep } from "node:timers/promises";
import { median } from "./median.ts";
import { inTurns, openTab, type Place, phone, ratio } from "./slow-phone.ts";

/**
 * Taps on the heading of `/kontakt` every 100 ms while it loads on a slow phone and until the app has long started: how long the
 * slowest one of a load took until the frame that answers it.
 */
export async function measureTaps(place: Place) {
  const worst = await inTurns(place, async (baseUrl) => [await tapThrough(place, `${baseUrl}/kontakt`)]);
  const baseline = median(worst(place.sites[0]?.name ?? ""));
  return place.sites.map(({ name }) => ({
    site: name,
    worstTapMs: median(worst(name)),
    ratio: ratio(median(worst(name)), baseline),
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

import { setTimeout as sleep } from "node:timers/promises";
import { openBareTab } from "./bare-tab.ts";
import { median } from "./median.ts";
import { inTurns, type Place, phone, ratio, slowLine } from "./slow-phone.ts";

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
  const tab = await openBareTab(browser);
  const { viewport, deviceScaleFactor } = phone;
  await tab.send("Emulation.setDeviceMetricsOverride", { ...viewport, deviceScaleFactor, mobile: true });
  await tab.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await tab.send("Network.enable");
  await tab.send("Network.emulateNetworkConditions", slowLine);
  await tab.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await tab.send("Page.enable");
  await tab.send("Page.addScriptToEvaluateOnNewDocument", { source: `(${observeTaps})()` });
  await tab.send("Page.navigate", { url: address });
  const endMs = performance.now() + 5000;
  while (performance.now() < endMs) {
    await tab.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [onHeading] });
    await tab.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await sleep(100);
  }
  const worst = await tab.evaluate(
    `document.elementFromPoint(${onHeading.x}, ${onHeading.y}).closest("h1") && taps.worst`,
  );
  await tab.close();
  if (typeof worst !== "number") throw new Error(`${address} shows no heading where the taps went`);
  return worst;
}

/** A point on the heading of `/kontakt`, in CSS pixels from the corner of the screen. */
const onHeading = { x: 30, y: 150 };

/** Runs in the page: keeps the slowest tap after the first paint. Events that took less than 16 ms are not told. */
function observeTaps() {
  const taps = { worst: 16 };
  let paintedMs = Number.POSITIVE_INFINITY;
  new PerformanceObserver((list) => {
    paintedMs = list.getEntries()[0]?.startTime ?? paintedMs;
  }).observe({ type: "paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      if (startTime > paintedMs) taps.worst = Math.max(taps.worst, duration);
    }
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  Object.assign(globalThis, { taps });
}

import { setTimeout as sleep } from "node:timers/promises";
import { openBareTab } from "./bare-tab.ts";
import { median } from "./median.ts";
import { type Place, phone, slowLine, turned } from "./slow-phone.ts";

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

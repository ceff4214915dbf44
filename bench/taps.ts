import { setTimeout as sleep } from "node:timers/promises";
import { openBareTab } from "./bare-tab.ts";
import { median } from "./median.ts";
import { inTurns, type Place, phone, ratio, slowLine } from "./slow-phone.ts";

/**
 * Taps on the heading of `/kontakt` on a slow phone, every 100 ms for five seconds from the first paint, by which time the app has
 * started. Measures the slowest tap of each load up to the next frame.
 */
export async function measureTaps({ sites, runs }: Pick<Place, "sites" | "runs">) {
  const worst = await inTurns({ sites, runs }, async (baseUrl) => [await tapThrough(`${baseUrl}/kontakt`)]);
  const baseline = median(worst(sites[0]?.name ?? ""));
  return sites.map(({ name }) => ({
    site: name,
    worstTapMs: median(worst(name)),
    ratio: ratio(median(worst(name)), baseline),
  }));
}

/** The browser does not report events shorter than 16 ms. */
const watch = `
  globalThis.taps = { painted: false, worst: 16 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) taps.worst = Math.max(taps.worst, duration);
  }).observe({ type: "event", durationThreshold: 16 });
  new PerformanceObserver(() => { taps.painted = true; }).observe({ type: "paint", buffered: true });
`;

async function tapThrough(address: string): Promise<number> {
  const tab = await openBareTab();
  const { width, height } = phone.viewport;
  const { deviceScaleFactor } = phone;
  await tab.send("Page.enable");
  await tab.send("Network.enable");
  await tab.send("Network.setBypassServiceWorker", { bypass: true });
  await tab.send("Network.emulateNetworkConditions", slowLine);
  await tab.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor, mobile: true });
  await tab.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await tab.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await tab.send("Page.addScriptToEvaluateOnNewDocument", { source: watch });
  await tab.send("Page.navigate", { url: address });
  while (!(await tab.evaluate<boolean>("taps.painted"))) await sleep(50);
  const [x = 0, y = 0] = await tab.evaluate<number[]>(
    `(({ x, y }) => [x + 10, y + 10])(document.querySelector("h1").getBoundingClientRect())`,
  );
  for (let tap = 0; tap < 50; tap++) {
    // Not awaited, so that a slow page gets the next tap on time.
    void tab.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    void tab.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await sleep(100);
  }
  await sleep(300);
  const worst = await tab.evaluate<number>("taps.worst");
  await tab.close();
  return worst;
}

import type { Page } from "@playwright/test";
import { median } from "./median.ts";
import { inTurns, openTab, type Place, ratio } from "./slow-phone.ts";

const conditions = [
  { name: "unslowed", slowdown: 1, slowLine: false },
  { name: "CPU 4 x slower", slowdown: 4, slowLine: false },
  { name: "CPU 4 x slower, slow line", slowdown: 4, slowLine: true },
] as const;

const desktop = { viewport: { width: 1280, height: 800 } };

/**
 * Time from a click in the home page's menu to the frame that shows the next page's heading. The page is idle, and the pointer has been
 * on the link for 300 ms.
 */
export async function measureNavigation(place: Place) {
  const figures = [];
  for (const condition of conditions) {
    const times = await inTurns(place, (baseUrl) => clickThrough(place, baseUrl, condition));
    const baseline = median(times(place.sites[0]?.name ?? ""));
    for (const { name } of place.sites) {
      const ms = median(times(name));
      figures.push({ condition: condition.name, site: name, ms, ratio: ratio(ms, baseline) });
    }
  }
  return figures;
}

async function clickThrough(
  { browser }: Place,
  baseUrl: string,
  condition: (typeof conditions)[number],
): Promise<number[]> {
  const { context, page } = await openTab(browser, { device: desktop, ...condition });
  await page.addInitScript(noteArrival);
  await page.goto(baseUrl, { waitUntil: "networkidle" });
  const times: number[] = [];
  for (const path of ["/oferta", "/galeria"]) {
    times.push(await click(page, path));
    await page.waitForLoadState("networkidle");
  }
  await context.close();
  return times;
}

async function click(page: Page, path: string): Promise<number> {
  const link = page.locator(`#menu a[href="${path}"]`);
  await link.hover();
  await page.waitForTimeout(300);
  await page.mouse.down();
  await page.mouse.up();
  for (let asked = 0; asked < 300; asked++) {
    // Polls rarely and from outside, because Playwright's waiting would run a large script in the measured page.
    await page.waitForTimeout(100);
    const tookMs = await page.evaluate(takeResult).catch(() => null);
    if (tookMs !== null) return Number(tookMs);
  }
  throw new Error(`No new heading appeared after a click on ${path}`);
}

/** Runs in the page. */
function takeResult(): string | null {
  const tookMs = sessionStorage.getItem("tookMs");
  sessionStorage.removeItem("tookMs");
  return tookMs;
}

/** Runs in the page. Works for new documents and for in-app navigation. */
function noteArrival(): void {
  const now = () => performance.timeOrigin + performance.now();
  const left = () => sessionStorage.getItem("left");
  function arrive() {
    const heading = document.querySelector("h1")?.textContent ?? "";
    const before = left();
    if (before === null || heading === "" || JSON.parse(before).heading === heading) return;
    sessionStorage.removeItem("left");
    requestAnimationFrame(() =>
      requestAnimationFrame(() => sessionStorage.setItem("tookMs", String(now() - JSON.parse(before).at))),
    );
  }
  addEventListener(
    "click",
    (event) => {
      const heading = document.querySelector("h1")?.textContent;
      sessionStorage.setItem(
        "left",
        JSON.stringify({ at: performance.timeOrigin + event.timeStamp, heading }),
      );
    },
    { capture: true },
  );
  new MutationObserver(arrive).observe(document, { childList: true, characterData: true, subtree: true });
}

import { hash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, CDPSession, Page } from "@playwright/test";
import sharp from "sharp";
import { routes } from "../app/routes.ts";
import { fill, signIn } from "../e2e/faults/owner.ts";
import { type SiteProcess, startSite } from "../e2e/site-process.ts";
import { startPostgres } from "../enquiries/testing/postgres.ts";
import { ensureOwnContent } from "../publishing/own-content.ts";
import { median, round } from "./median.ts";
import { residentMegabytes } from "./serving.ts";
import { openTab, phone } from "./slow-phone.ts";

const [busy, usual] = [10_000, 200];

/** The cost of the panel for the owner, on a slow phone with many enquiries, and for visitors, where it should be nothing. */
export async function measurePanel(browser: Browser, runs: number): Promise<object[]> {
  return [
    await measureInbox(browser, runs, usual),
    await measureInbox(browser, runs, busy),
    await measureForm(browser, runs),
    await measurePhoto(browser, runs),
    ...(await measureSearch()),
    await measureMemory(runs),
    await comparePages(browser),
  ];
}

/** Cold: the browser has only the cookie. Warm: the scripts are cached (P9.2). */
async function measureInbox(browser: Browser, runs: number, enquiries: number) {
  const site = await startSite();
  await fill(site.dataDir, enquiries);
  const seen: Record<"cold" | "warm" | "script" | "key", number[]> = {
    cold: [],
    warm: [],
    script: [],
    key: [],
  };
  await onSlowPhone({ browser, site, runs }, async ({ page, line }) => {
    const script = countScripts(line);
    seen.cold.push(await listReadable(page, site));
    await page.waitForLoadState("networkidle");
    seen.script.push(script() / 1024);
    seen.key.push(await worstKey(page, site));
    seen.warm.push(await listReadable(page, site));
  });
  return {
    what: "inbox on a slow phone",
    enquiries,
    coldMs: Math.round(median(seen.cold)),
    warmMs: Math.round(median(seen.warm)),
    scriptKilobytes: Math.round(median(seen.script)),
    worstKeyMs: Math.round(median(seen.key)),
  };
}

/** The form with the most fields, with every entry open. */
async function measureForm(browser: Browser, runs: number) {
  const site = await startSite();
  const keys: number[] = [];
  let fields = 0;
  await onSlowPhone({ browser, site, runs }, async ({ page }) => {
    await page.goto(`${site.panelUrl}/panel/tresc/oferta`);
    await page.locator(".item-name").first().waitFor();
    for (const item of await page.locator(".item-name").all()) await item.click();
    fields = await page.locator(".content-form :is(input, textarea, select)").count();
    await page.getByLabel("Wstęp", { exact: true }).first().focus();
    keys.push(await worstOf(page, "Krótko o tym, co możesz wziąć osobno."));
  });
  return { what: "longest form on a slow phone", fields, worstKeyMs: Math.round(median(keys)) };
}

/** From choosing a photograph of 12 megapixels until the album shows it, encoded in all widths. */
async function measurePhoto(browser: Browser, runs: number) {
  const times: number[] = [];
  const kilobytes: number[] = [];
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
  const background = { width: 4000, height: 3000, channels: 3, background: "#808080" } as const;
  const grain = await sharp({ create: { ...background, noise } })
    .png()
    .toBuffer();
  for (const file of (await readdir("content/photos"))
    .filter((name) => name.endsWith(".jpg"))
    .slice(0, runs)) {
    const site = await startSite();
    await ensureOwnContent({ ownContentDir: join(site.dataDir, "content") });
    const buffer = await sharp(join("content/photos", file))
      .resize(4000, 3000)
      // An enlarged photograph has no detail; a phone's sensor adds some to every point.
      .composite([{ input: grain, blend: "soft-light" }])
      .jpeg({ quality: 90 })
      .toBuffer();
    const { cookie } = await signIn(site.panelUrl, site.dataDir);
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    await context.addCookies([{ ...cookie, url: site.panelUrl }]);
    const page = await context.newPage();
    await page.goto(`${site.panelUrl}/panel/zdjecia`);
    const shown = page.locator("img");
    await shown.last().waitFor();
    const before = await shown.count();
    const startedAt = performance.now();
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "nowe.jpg", mimeType: "image/jpeg", buffer });
    while ((await shown.count()) === before) await sleep(50);
    times.push(performance.now() - startedAt);
    kilobytes.push(buffer.byteLength / 1024);
    await context.close();
    await site.stop();
  }
  return {
    what: "photograph of 12 megapixels until the album shows it",
    medianMs: Math.round(median(times)),
    worstMs: Math.round(Math.max(...times)),
    medianKilobytes: Math.round(median(kilobytes)),
  };
}

/** Runs each measurement in a fresh, signed-in profile that records timings, and stops the site after the last one. */
async function onSlowPhone(
  { browser, site, runs }: { browser: Browser; site: SiteProcess; runs: number },
  run: (tab: { page: Page; line: CDPSession }) => Promise<void>,
): Promise<void> {
  const { cookie } = await signIn(site.panelUrl, site.dataDir);
  for (let left = runs; left > 0; left -= 1) {
    const { context, page, line } = await openTab(browser, { device: phone, slowdown: 4, slowLine: true });
    await context.addCookies([{ ...cookie, url: site.panelUrl }]);
    await page.addInitScript(watchList);
    await run({ page, line });
    await context.close();
  }
  await site.stop();
}

function countScripts(line: CDPSession): () => number {
  const scripts = new Set<string>();
  let bytes = 0;
  line.on("Network.requestWillBeSent", ({ requestId, type }) => type === "Script" && scripts.add(requestId));
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

/** Runs in the page: records when the first enquiry was painted and the slowest event. */
function watchList(): void {
  const seen = { listAt: 0, worst: 16 };
  new MutationObserver((_, observer) => {
    if (!document.querySelector(".enquiry")) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => Object.assign(seen, { listAt: performance.now() })));
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.worst = Math.max(seen.worst, duration);
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  Object.assign(globalThis, { seen });
}

type Seen = { seen: { listAt: number; worst: number } };

/** The first screen, "Dziś", on which all of them wait. */
async function listReadable(page: Page, { panelUrl }: SiteProcess): Promise<number> {
  await page.goto(`${panelUrl}/panel/`);
  await page.waitForFunction(() => (globalThis as unknown as Seen).seen.listAt > 0);
  return page.evaluate(() => (globalThis as unknown as Seen).seen.listAt);
}

/** The slowest key press while typing a note, measured to the frame that shows it. Chromium rounds it to 8 ms. */
async function worstKey(page: Page, { panelUrl }: SiteProcess): Promise<number> {
  await page.goto(`${panelUrl}/panel/zapytania`);
  await page.locator(".enquiry").first().click();
  await page.getByLabel("Nowa notatka").focus();
  return worstOf(page, "Woli wieczory, oddzwonić po osiemnastej.");
}

async function worstOf(page: Page, text: string): Promise<number> {
  await page.evaluate(() => Object.assign((globalThis as unknown as Seen).seen, { worst: 16 }));
  await page.keyboard.type(text, { delay: 60 });
  await page.waitForTimeout(500);
  return page.evaluate(() => (globalThis as unknown as Seen).seen.worst);
}

/** Searches through HTTP, as the panel does: by name, by part of a phone number, and by words with few and no matches (P3.1). */
async function measureSearch() {
  const figures = [await searchOn("SQLite", "")];
  const postgres = await startPostgres();
  if (!postgres) return figures;
  figures.push(await searchOn("PostgreSQL", postgres.url));
  await postgres.stop();
  return figures;
}

async function searchOn(storage: string, databaseUrl: string) {
  const site = await startSite({ DATABASE_URL: databaseUrl });
  await fill(site.dataDir, busy, databaseUrl);
  const owner = await signIn(site.panelUrl, site.dataDir, databaseUrl);
  const times: number[] = [];
  for (const search of ["lucja", "600 100", "9999", "nie ma takiego slowa"]) {
    for (let turn = 0; turn < 20; turn += 1) {
      const startedAt = performance.now();
      const answer = await owner.post("/panel/api/enquiries/search", { search });
      if (!answer.ok) throw new Error(`The search responded with ${answer.status}`);
      await answer.text();
      times.push(performance.now() - startedAt);
    }
  }
  await site.stop();
  return {
    what: `search on ${storage}`,
    enquiries: busy,
    medianMs: Math.round(median(times)),
    worstMs: Math.round(Math.max(...times)),
  };
}

/** Resident memory two seconds after the last request: without the panel, with the panel unopened, and with it opened (P1.3). */
async function measureMemory(runs: number) {
  const seen: Record<"off" | "closed" | "open", number[]> = { off: [], closed: [], open: [] };
  for (let run = 0; run < runs; run += 1) {
    const off = await startSite({ PANEL: "off" });
    seen.off.push(await restingMegabytes(off));
    await off.stop();
    const site = await startSite();
    seen.closed.push(await restingMegabytes(site));
    const owner = await signIn(site.panelUrl, site.dataDir);
    await (await owner.get("/panel/api/enquiries")).text();
    seen.open.push(await restingMegabytes(site));
    await site.stop();
  }
  return {
    what: "resident memory",
    panelOffMegabytes: round(median(seen.off)),
    notOpenedMegabytes: round(median(seen.closed)),
    openedMegabytes: round(median(seen.open)),
  };
}

async function restingMegabytes({ baseUrl, pid }: SiteProcess): Promise<number> {
  for (let page = 0; page < 3; page += 1) await (await fetch(baseUrl)).text();
  await sleep(2000);
  return residentMegabytes(pid);
}

/** Compares all files of the six public pages with and without the panel (P1.1). */
async function comparePages(browser: Browser) {
  const [without, beside] = [await readPages(browser, "off"), await readPages(browser, "")];
  return { what: "public pages", files: without.size, equal: [...without].join() === [...beside].join() };
}

async function readPages(browser: Browser, panel: string): Promise<Map<string, string>> {
  // Without an address of its own, because a public site shows nothing until it is published (C7.1).
  const site = await startSite({ PANEL: panel });
  const hashes = new Map<string, string>();
  for (const { path } of routes) {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    page.on("response", async (answer) => {
      const body = await answer.body().catch(() => Buffer.of());
      hashes.set(new URL(answer.url()).pathname, hash("sha256", body));
    });
    await page.goto(site.baseUrl + path, { waitUntil: "networkidle" });
    await context.close();
  }
  await site.stop();
  return new Map([...hashes].sort());
}

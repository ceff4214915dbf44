import type { Page } from "@playwright/test";
import { keepTouching, mainMenu, setConnection } from "./in-app.ts";
import { countLayoutShifts, layoutShiftOf, movedOn } from "./layout-shift.ts";
import { launchWith, machineFonts } from "./one-font.ts";
import { pagePaths } from "./pages.ts";
import { appStarted, expect, openApp, test } from "./test.ts";

const typeface = (page: Page) => page.locator("#typeface");

test("B8.2 the first document is painted before it requests the typeface, and then swaps all of it at once; later documents of a visit, and a reload, have it from the start", async ({
  page,
}) => {
  await page.goto("/");
  await expect(typeface(page)).toHaveAttribute("media", "all");
  const { paintedAt, askedAt } = await page.evaluate(() => ({
    paintedAt: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    askedAt: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".woff2"))
      .map(({ startTime }) => startTime),
  }));
  expect(askedAt).toHaveLength(4);
  expect(Math.min(...askedAt)).toBeGreaterThanOrEqual(paintedAt ?? Number.POSITIVE_INFINITY);
  await appStarted(page);
  for (const open of [
    () => page.goto("/oferta", { referer: page.url() }),
    () => page.reload(),
    () => page.goBack(),
  ]) {
    await open();
    await expect(typeface(page)).not.toHaveAttribute("media");
    await expect(page.locator('link[rel="preload"][as="font"][fetchpriority="high"]')).toHaveCount(4);
  }
});

test("B8.2 the typeface is not swapped in while the page is touched", async ({ page }) => {
  const pass = await keepTouching(page);
  await page.goto("/");
  // The next document has it at once.
  await page.waitForFunction(() => sessionStorage.typeface === "fetched");
  await pass(3600);
  expect(await typeface(page).getAttribute("media")).toBe("not all");
  await pass(1800, { untouched: true });
  await expect(typeface(page)).toHaveAttribute("media", "all");
});

test.describe(() => {
  test.use({ allowedProblems: /ERR_FAILED/ });

  test("B8.2 a document that lacks one file of the typeface keeps the fallback for all of it", async ({
    page,
  }) => {
    const lacking = page.waitForEvent("requestfailed");
    await page.route(/archivo-wide-latin.*woff2$/, (route) => route.abort());
    await page.goto("/");
    await lacking;
    await page.waitForLoadState("networkidle");
    await expect(typeface(page)).toHaveAttribute("media", "not all");
  });
});

test("B8.2 data saver and 2g never fetch the typeface", async ({ page }) => {
  const fonts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "font") fonts.push(request.url());
  });
  for (const connection of [{ saveData: true }, { effectiveType: "slow-2g" }]) {
    await setConnection(page, connection);
    await page.goto("/");
    await page.keyboard.press("Shift");
    await appStarted(page);
    await mainMenu(page).getByRole("link", { name: "Oferta" }).click();
    await expect(page).toHaveURL("/oferta");
    await page.goto("/kontakt", { referer: page.url() });
    await page.waitForLoadState("networkidle");
    await expect(typeface(page)).toHaveAttribute("media", "not all");
    expect(fonts, JSON.stringify(connection)).toEqual([]);
  }
});

for (const font of machineFonts) {
  test(`B2.2 B8.2 on a machine with ${font} the typeface shifts no page by more than 0.01, lines are as wide in the fallback within 2 %, and a scroll position saved in it is restored`, async ({
    site,
  }) => {
    const browser = await launchWith(font);
    const page = await browser.newPage({ baseURL: site.baseUrl, serviceWorkers: "block" });
    try {
      await expectPositionRestored(page);
      await countLayoutShifts(page);
      for (const width of [412, 1440]) {
        await page.setViewportSize({ width, height: 850 });
        for (const path of pagePaths) {
          await openApp(page, path);
          const moved = `${path} at ${width} px: ${await movedOn(page)}`;
          expect.soft(await layoutShiftOf(page), moved).toBeLessThanOrEqual(0.01);
          if (width < 1000) continue;
          for (const [kind, [standIn = 0, archivo = 1]] of Object.entries(await widths(page))) {
            expect.soft(standIn / archivo, `${path} ${kind}`).toBeGreaterThan(0.98);
            expect.soft(standIn / archivo, `${path} ${kind}`).toBeLessThan(1.02);
          }
        }
      }
    } finally {
      await browser.close();
    }
  });
}

async function expectPositionRestored(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 850 });
  // A section that is not revealed yet is drawn below its place.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.route(/woff2$/, (route) => route.abort());
  const refused = page.waitForEvent("requestfailed");
  await page.goto("/oferta");
  await refused;
  await page.evaluate(() => scrollTo(0, 3000));
  const place = await placeOf(page);
  await page.unroute(/woff2$/);
  await page.reload();
  await appStarted(page);
  await expect(typeface(page)).toHaveAttribute("media", "all");
  // The browser corrects the position in the next frame.
  const moved = async () => Math.abs((await placeOf(page, place.text)).top - place.top);
  await expect.poll(moved).toBeLessThan(3);
  await page.emulateMedia({ reducedMotion: "no-preference" });
}

/** Total unwrapped width of a page's text of each kind, in the fallback and in the typeface. */
function widths(page: Page): Promise<Record<string, [standIn: number, archivo: number]>> {
  return page.evaluate(async () => {
    const style = new CSSStyleSheet();
    style.replaceSync("h1, h2, p { white-space: nowrap !important; inline-size: max-content !important }");
    document.adoptedStyleSheets = [style];
    const widthOf = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].reduce(
        (sum, { offsetWidth }) => sum + offsetWidth,
        0,
      );
    const kinds = { headings: "h1, h2", text: "main p" };
    const all = () => Object.entries(kinds).map(([kind, selector]) => [kind, widthOf(selector)] as const);
    const after = all();
    document.getElementById("typeface")?.setAttribute("media", "not all");
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await document.fonts.ready;
    const before = new Map(all());
    return Object.fromEntries(after.map(([kind, width]) => [kind, [before.get(kind) ?? 0, width]]));
  });
}

/** The heading nearest to the top of the screen, or the named one, and its distance from the top. */
function placeOf(page: Page, text?: string): Promise<{ text: string; top: number }> {
  return page.evaluate((text) => {
    const headings = [...document.querySelectorAll("h2, h3")].map((heading) => ({
      text: heading.textContent ?? "",
      top: heading.getBoundingClientRect().top,
    }));
    const found = headings.find((heading) => (text ? heading.text === text : heading.top >= 0));
    if (!found) throw new Error("No heading there");
    return found;
  }, text);
}

import type { Page } from "@playwright/test";
import { formatPhone } from "../content-model/format-phone.ts";
import { loadContent } from "../content-model/load.ts";
import { expect, openApp, test } from "./test.ts";

const { site, oferta } = loadContent("content");

test("print shows when the open slots are, and the band's words without its dark background; it keeps the marks of lists and all pictures of the slider, and cuts no step, picture, footer or list from its heading", async ({
  page,
}) => {
  // A sheet of A4 without its margins.
  await page.setViewportSize({ width: 718, height: 1000 });
  await openPrintable(page, "/");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".open-slots dd a").first()).toBeVisible();
  const { color, background } = await page.locator(".band p").evaluate((words) => {
    const band = words.parentElement as HTMLElement;
    return { color: getComputedStyle(words).color, background: getComputedStyle(band).backgroundColor };
  });
  expect(background).not.toBe(color);
  const slides = page.locator(".slider-viewport img");
  const rights = await slides.evaluateAll((all) => all.map((slide) => slide.getBoundingClientRect().right));
  expect(Math.max(...rights)).toBeLessThanOrEqual(718);
  expect(await styleOf(page, ".ticks li", "print-color-adjust", "::before")).toBe("exact");
  for (const whole of [".steps li", ".slider-viewport figure", ".footer", ".spread", ".open-slots > .stack"])
    expect(await styleOf(page, whole, "break-inside"), whole).toBe("avoid");
  expect(await styleOf(page, ".open-slots > .stack", "break-after")).toBe("avoid");
  expect(await styleOf(page, ".faq summary", "display", "::after")).toBe("none");
  await expect(page.getByRole("contentinfo").getByRole("navigation", { includeHidden: true })).toBeHidden();
  // The words of the first screen are above its facts.
  const [words, facts] = await Promise.all(
    [".hero .lead", ".hero-facts"].map(async (one) => page.locator(one).boundingBox()),
  );
  expect((facts?.y ?? 0) - (words?.y ?? 0) - (words?.height ?? 0)).toBeLessThan(80);
});

test("print shows the text, the phone number, every answer and addresses of links, but no controls, and the photographs of the place side by side", async ({
  page,
}) => {
  await openPrintable(page, "/oferta");
  await page.emulateMedia({ media: "print" });
  for (const name of ["Menu główne", "Szybki kontakt"]) {
    await expect(page.getByRole("navigation", { name, includeHidden: true })).toBeHidden();
  }
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const service of oferta.services)
    await expect(page.getByText(service.lead ?? "", { exact: true })).toBeVisible();
  await expect(page.getByRole("contentinfo").getByText(formatPhone(site.telephone ?? ""))).toBeVisible();
  const answer = page.locator("details p").first();
  expect((await answer.boundingBox())?.height ?? 0).toBeGreaterThan(0);

  await page.setViewportSize({ width: 718, height: 1000 });
  await openPrintable(page, "/osiagniecia");
  const proof = '.certificates a[href^="https:"]';
  const address = await page.locator(proof).first().getAttribute("href");
  expect(await styleOf(page, proof, "content", "::after")).toContain(`: ${address}`);
  await openPrintable(page, "/kontakt");
  expect(await styleOf(page, ".place-photos", "display")).toBe("grid");
});

test("print leaves no heading of a section alone at the foot of a sheet, whatever the sheet's height", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const marginMm = 10;
  const alone: string[] = [];
  for (const path of ["/", "/oferta"]) {
    await openPrintable(page, path);
    // They keep their places, and drawing them would be most of the work.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("img { visibility: hidden }");
      document.adoptedStyleSheets.push(sheet);
    });
    for (let heightMm = 230; heightMm < 260; heightMm += 8) {
      const margin = { top: `${marginMm}mm`, bottom: `${marginMm}mm` };
      const sheets = { width: "210mm", height: `${heightMm}mm`, margin, outline: true, tagged: true };
      const pdf = (await page.pdf(sheets)).toString("latin1");
      // The outline says where each heading begins, in points above the lower edge. A section's is 30 high with the least below it.
      const tops = [...pdf.matchAll(/\/Dest \[\d+ 0 R \/XYZ [\d.]+ ([\d.]+)/g)].map(([, top]) => Number(top));
      expect(tops.length, path).toBeGreaterThan(5);
      const lowest = Math.min(...tops) - (marginMm / 25.4) * 72;
      if (lowest < 35) alone.push(`${path} at ${heightMm} mm: ${lowest}`);
    }
  }
  expect(alone).toEqual([]);
});

/** Opens a page and waits until the styles for print are there, which load last. */
async function openPrintable(page: Page, path: string): Promise<void> {
  await openApp(page, path);
  await page.waitForFunction(() =>
    [...document.styleSheets].some(({ href }) => href?.includes("/assets/late-")),
  );
}

const styleOf = (page: Page, selector: string, property: string, part?: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, [property, part]) => getComputedStyle(element, part).getPropertyValue(property), [
      property,
      part,
    ] as const);

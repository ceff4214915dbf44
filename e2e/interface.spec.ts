import type { Locator, Page } from "@playwright/test";
import { navigateInApp } from "./in-app.ts";
import { pagePaths } from "./pages.ts";
import { expect, openApp, test } from "./test.ts";

test.beforeEach(({ context }) => context.grantPermissions(["clipboard-read", "clipboard-write"]));

const toast = (page: Page) => page.locator(".toast p");

test("B9.1 a toast says what happened, hides after 5000 ms and stays while it is hovered", async ({
  page,
}) => {
  await page.clock.install();
  await openApp(page, "/kontakt");
  await page.clock.pauseAt(Date.now() + 60_000);
  const copy = page.getByRole("button", { name: "Kopiuj adres" });
  await copy.press("Enter");
  await expect(toast(page)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Skopiowano" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\S+@\S+$/);
  await page.clock.runFor(4999);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast(page)).toHaveCount(0);

  await copy.press("Enter");
  await toast(page).hover();
  await page.clock.runFor(20_000);
  await expect(toast(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(5000);
  await expect(toast(page)).toHaveCount(0);
});

test("B9.10 on every page nothing moves under reduced motion and no word of a heading is broken without a hyphen, however wide the screen; a long link in the owner's words breaks into lines", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of pagePaths) {
    await page.setViewportSize({ width: 1024, height: 600 });
    await openApp(page, path);
    await expect(page.locator('[data-reveal="waiting"]'), path).toHaveCount(0);
    await page.locator("footer").scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.getAnimations().length), path).toBe(0);
    for (const width of [1200, 1024, 992, 991, 768, 767, 575, 360, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await brokenWords(page), `${path} at ${width} px`).toEqual([]);
    }
    const place = ownWords[path];
    if (place) expect(await endOfLongLink(page.locator(place).first()), path).toBeLessThanOrEqual(320);
  }
});

/** Words of the owner on pages, in narrow places. */
const ownWords: Record<string, string> = {
  "/oferta": ".ticks li",
  "/galeria": "figcaption",
  "/kontakt": ".place-text dd",
};

/** Replaces the words by a link that is longer than a phone is wide, and returns where they end on the right. */
function endOfLongLink(place: Locator): Promise<number> {
  return place.evaluate((words) => {
    words.textContent = "https://www.facebook.com/treningpersonalnymocnastronaprzykladowo";
    return words.getBoundingClientRect().right;
  });
}

/** The words of headings of which one letter stands on another line than the next, with no soft hyphen between them. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lineOf = (text: Node, at: number) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return [...range.getClientRects()].at(-1)?.top;
    };
    const broken: string[] = [];
    const texts = document.evaluate("//*[self::h1 or self::h2 or self::h3]//text()", document);
    for (let text = texts.iterateNext(); text; text = texts.iterateNext()) {
      for (const { 0: word, index } of (text.textContent ?? "").matchAll(/\p{L}+/gu)) {
        const lines = Array.from(word, (_, at) => lineOf(text, index + at));
        if (new Set(lines).size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

test("a service without a picture takes the whole width", async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await page.route("**/payload/oferta-*.json", async (route) => {
    const response = await route.fetch();
    const { services, ...rest } = await response.json();
    const withoutPicture = services.map((service: object) => ({ ...service, photo: undefined }));
    await route.fulfill({ json: { ...rest, services: withoutPicture } });
  });
  await openApp(page, "/kontakt");
  await navigateInApp(page, "/oferta");
  expect((await page.locator(".service-text").first().boundingBox())?.width).toBe(1200);
});

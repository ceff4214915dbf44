import type { Page } from "@playwright/test";
import { navigateInApp } from "./in-app.ts";
import { pagePaths } from "./pages.ts";
import { expect, openApp, test } from "./test.ts";

test.beforeEach(({ context }) => context.grantPermissions(["clipboard-read", "clipboard-write"]));

const toast = (page: Page) => page.locator(".toast p");

async function showToast(page: Page): Promise<void> {
  await page.clock.install();
  await openApp(page, "/kontakt");
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: "Kopiuj adres" }).press("Enter");
  await expect(toast(page)).toBeVisible();
}

test("B9.1 a toast says what happened and hides after 5000 ms", async ({ page }) => {
  await showToast(page);
  await expect(page.getByRole("status").filter({ hasText: "Skopiowano" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\S+@\S+$/);
  await page.clock.runFor(4999);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast(page)).toHaveCount(0);
});

test("B9.1 a toast stays while it is hovered", async ({ page }) => {
  await showToast(page);
  await toast(page).hover();
  await page.clock.runFor(20_000);
  await expect(toast(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(5000);
  await expect(toast(page)).toHaveCount(0);
});

test("B9.10 nothing moves under reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of pagePaths) {
    await openApp(page, path);
    await page.locator("footer").scrollIntoViewIfNeeded();
    expect([path, await page.evaluate(() => document.getAnimations().length)]).toEqual([path, 0]);
    expect([path, await page.locator('[data-reveal="waiting"]').count()]).toEqual([path, 0]);
  }
});

test("no word of a heading is broken without a hyphen, however wide the screen", async ({ page }) => {
  for (const path of pagePaths) {
    await openApp(page, path);
    for (const width of [320, 360, 575, 767, 768, 991, 992, 1024, 1200]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await brokenWords(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

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

test("a link in the owner's words that is longer than a phone is wide breaks into lines", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [path, place] of [
    ["/oferta", ".ticks li"],
    ["/galeria", "figcaption"],
    ["/kontakt", ".place-text dd"],
  ] as const) {
    await openApp(page, path);
    const right = await page
      .locator(place)
      .first()
      .evaluate((words) => {
        words.textContent = "https://www.facebook.com/treningpersonalnymocnastronaprzykladowo";
        return words.getBoundingClientRect().right;
      });
    expect(right, path).toBeLessThanOrEqual(360);
  }
});

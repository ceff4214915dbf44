import type { Locator, Page } from "@playwright/test";
import { mainMenu } from "./in-app.ts";
import { expect, openApp, test } from "./test.ts";

const button = (page: Page) => page.getByRole("button", { name: "Menu" });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("the menu opens by touch, closes by its button, a touch outside and a choice, and the new page takes the focus; the call bar stays at the bottom of the screen and does not cover the end of the page", async ({
    page,
  }) => {
    await openApp(page, "/");
    await expect(mainMenu(page)).toBeHidden();
    await button(page).tap();
    await expect(mainMenu(page)).toBeVisible();
    await mainMenu(page).getByRole("button", { name: "Zamknij" }).tap();
    await expect(mainMenu(page)).toBeHidden();
    await button(page).tap();
    await expect(mainMenu(page)).toBeVisible();
    const { height } = (await mainMenu(page).boundingBox()) ?? { height: 0 };
    await page.touchscreen.tap(180, height + 20);
    await expect(mainMenu(page)).toBeHidden();
    await button(page).tap();
    await mainMenu(page).getByRole("link", { name: "Oferta" }).tap();
    await expect(page).toHaveURL("/oferta");
    await expect(mainMenu(page)).toBeHidden();
    await expect(page.locator("h1")).toBeFocused();

    const callBar = page.getByRole("navigation", { name: "Szybki kontakt" });
    const call = callBar.getByRole("link", { name: "Zadzwoń" });
    await expect(call).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(call).toBeInViewport({ ratio: 1 });
    const last = page.getByRole("contentinfo").locator("p").last();
    await expect(last).toBeInViewport();
    const bar = await callBar.boundingBox();
    const end = await last.boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  });

  test("the menu works by keyboard: Enter opens it, Tab enters it, Escape closes it and returns the focus, and it closes when the focus goes on to what it covers", async ({
    page,
  }) => {
    await openApp(page, "/");
    await button(page).focus();
    await page.keyboard.press("Enter");
    await expect(mainMenu(page)).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(mainMenu(page).getByRole("link", { name: "Oferta" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(mainMenu(page)).toBeHidden();
    await expect(button(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await mainMenu(page).getByRole("button", { name: "Zamknij" }).focus();
    await expect(mainMenu(page)).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.locator("main a:focus")).toBeVisible();
    await expect(mainMenu(page)).toBeHidden();
    await button(page).press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/galeria");
    await expect(mainMenu(page)).toBeHidden();
    await expect(page.locator("h1")).toBeFocused();
  });
});

test.describe("on a phone whose browser knows no popovers (Safari 16.4, Firefox 115, Chrome 111)", () => {
  test.use({ hasTouch: true, isMobile: true, bypassCSP: true });

  test("the links stand in the header, without buttons that do nothing", async ({ page }) => {
    // Names that no browser knows disable popovers in this one.
    await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, "hidePopover"));
    await page.route("/", async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replaceAll(":popover-open", ":popover-unknown")
        .replaceAll("[popover]", "[data-popover]")
        .replaceAll(" popover=", " data-popover=");
      await route.fulfill({ response, body });
    });
    await openApp(page, "/");
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 740 });
      await expect(page.locator(".menu-button").filter({ visible: true })).toHaveCount(0);
      const parts = page.locator(".wordmark, .menu a, h1").filter({ visible: true });
      const boxes = await parts.evaluateAll((elements) =>
        elements.map((e) => e.getBoundingClientRect().toJSON()),
      );
      expect(boxes.length).toBeGreaterThanOrEqual(6);
      for (const [index, { left, right, top, bottom, height }] of boxes.entries()) {
        expect(height, `${width} px`).toBeGreaterThanOrEqual(44);
        expect(left, `${width} px`).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(width);
        const covered = boxes
          .slice(index + 1)
          .filter((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top);
        expect(covered, `${width} px`).toEqual([]);
      }
      expect((await page.locator("header.header").boundingBox())?.height).toBeLessThan(200);
    }
    await mainMenu(page).getByRole("link", { name: "Oferta" }).tap();
    await expect(page.locator("h1")).toBeFocused();
  });
});

test("on a wide screen the menu is a row of links in focus order", async ({ page }) => {
  await openApp(page, "/");
  await expect(button(page)).toBeHidden();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Przejdź do treści" })).toBeFocused();
  await page.keyboard.press("Tab");
  for (const name of ["Oferta", "Galeria", "Osiągnięcia", "Kontakt"]) {
    await page.keyboard.press("Tab");
    await expect(mainMenu(page).getByRole("link", { name })).toBeFocused();
  }
});

test("the trainer's number is reachable at every width, in one line, and nothing is wider than the screen", async ({
  page,
}) => {
  for (const path of ["/", "/kontakt"]) {
    await openApp(page, path);
    for (const width of [320, 390, 767, 768, 900, 991, 992, 1024]) {
      await test.step(`${path} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        const near = page
          .locator('.header a[href^="tel:"], .call-bar a[href^="tel:"]')
          .filter({ visible: true });
        await expect(near).toHaveCount(1);
        await expect(near).toBeInViewport({ ratio: 1 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        expect(await linesOf(page.locator("main .phone-display"))).toBe(1);
      });
    }
  }
});

/** The number of lines of a text. */
function linesOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
}

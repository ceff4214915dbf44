import type { Locator, Page } from "@playwright/test";
import { interfaceDefaults } from "../app/ui/defaults.ts";
import { navigateInApp, translate } from "./in-app.ts";
import { appStarted, expect, openApp, test } from "./test.ts";

const slider = ".slider";

/** The dot of the photograph that is shown. */
const current = (page: Page) => page.locator(`${slider} .slider-dots [aria-current]`);

/** The photograph number of a dot. */
const nameOf = (dot: Element) => /\d+/.exec(dot.getAttribute("aria-label") ?? "")?.[0];

test.describe("the slider on the home page", () => {
  test("B9.7 B9.10 moves on every 3000 ms, rests while hovered or focused, and stops at the button and once the visitor asks for less motion", async ({
    page,
  }) => {
    await page.clock.install({ time: new Date("2026-11-21T10:00:00") });
    await openAtSlider(page, () => page.clock.pauseAt(new Date("2026-11-21T11:00:00")));
    const place = async () => Number(await current(page).evaluate(nameOf));
    await page.locator(slider).hover();
    await page.mouse.move(0, 0);
    const start = await place();
    await page.clock.runFor(2900);
    expect(await place()).toBe(start);
    await page.clock.runFor(200);
    await expect.poll(place).toBe(start + 1);
    await page.locator(slider).hover();
    await page.clock.runFor(7000);
    expect(await place()).toBe(start + 1);
    await page.mouse.move(0, 0);
    const stop = page.getByRole("button", { name: "Zatrzymaj pokaz zdjęć" });
    await stop.focus();
    await page.clock.runFor(7000);
    expect(await place()).toBe(start + 1);
    await stop.press("Enter");
    const play = page.getByRole("button", { name: "Odtwarzaj pokaz zdjęć" });
    await expect(play).toBeVisible();
    await play.blur();
    await page.clock.runFor(7000);
    expect(await place()).toBe(start + 1);
    await play.click();
    await expect(stop).toBeVisible();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await play.click();
    await expect(stop).toBeVisible();
  });

  test("B9.7 under reduced motion it does not play, but moves with its arrows and dots and by hand, and its button says what it does on a translated page, too", async ({
    page,
  }) => {
    await page.clock.install();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openAtSlider(page);
    await page.clock.runFor(10_000);
    await expect(current(page)).toHaveAccessibleName(/^Zdjęcie 1 /);
    await expect(page.getByRole("button", { name: "Odtwarzaj pokaz zdjęć" })).toBeVisible();
    const [back, next] = ["Poprzednie zdjęcie", "Następne zdjęcie"].map((name) =>
      page.getByRole("button", { name }),
    ) as [Locator, Locator];
    await next.click();
    await expect(current(page)).toHaveAccessibleName(/^Zdjęcie 2 /);
    await page.getByRole("button", { name: "Zdjęcie 4 z" }).click();
    await expect(current(page)).toHaveAccessibleName(/^Zdjęcie 4 /);
    await back.click();
    await expect(current(page)).toHaveAccessibleName(/^Zdjęcie 3 /);
    // At an end the arrow keeps the focus and does nothing.
    for (const name of [/^Zdjęcie 2 /, /^Zdjęcie 1 /, /^Zdjęcie 1 /]) {
      await back.press("Enter");
      await expect(current(page)).toHaveAccessibleName(name);
    }
    await expect(back).toBeFocused();
    await page.locator(`${slider} .slider-viewport`).evaluate((strip) => strip.scrollTo({ left: 1e6 }));
    await expect(current(page)).toHaveAttribute("aria-label", /^Zdjęcie (\d+) z \1$/);
    await expect(next).toBeDisabled();
    await back.click();
    await expect(next).toBeEnabled();
    const dots = page.locator(`${slider} .slider-dots button`);
    await expect(dots.nth(-2)).toHaveAttribute("aria-current", "true");
    for (let times = 0; times < 2; times++) {
      await next.press("Enter");
      await expect(dots.last()).toHaveAttribute("aria-current", "true");
      await expect(next).toBeDisabled();
      await expect(next).toBeFocused();
    }
    await translate(page);
    await page.getByRole("button", { name: "Odtwarzaj" }).press("Enter");
    await expect(page.getByRole("button", { name: "Zatrzymaj" })).toBeVisible();
  });

  test("reserves space for its controls on a phone and a wide screen until it is near", async ({ page }) => {
    for (const width of [390, 1200]) {
      await page.setViewportSize({ width, height: 900 });
      await openApp(page, "/");
      const height = () => page.locator(slider).evaluate((element) => element.getBoundingClientRect().height);
      await expect(page.locator(`${slider} .slider-dots`)).toHaveCount(0);
      const before = await height();
      await page.locator(slider).scrollIntoViewIfNeeded();
      await expect(page.locator(`${slider} .slider-dots`)).toBeVisible();
      expect(Math.abs((await height()) - before), `${width} px`).toBeLessThanOrEqual(1);
    }
  });

  test("has controls only while photographs are out of view, also after the phone is turned", async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.route("**/payload/index-*.json", async (route) => {
      const response = await route.fetch();
      const { gallery, ...rest } = await response.json();
      await route.fulfill({ json: { ...rest, gallery: { ...gallery, photos: gallery.photos.slice(0, 2) } } });
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await openApp(page, "/kontakt");
    await navigateInApp(page, "/");
    await page.locator(slider).scrollIntoViewIfNeeded();
    await expect(page.locator(`${slider} .slider-dots button`)).toHaveCount(2);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.locator(`${slider} button`)).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.locator(`${slider} .slider-dots button`)).toHaveCount(2);
  });
});

test.describe("motion", () => {
  test("B9.5 a section is revealed 120 px above the lower edge of the screen, in 400 ms", async ({
    page,
  }) => {
    const { offsetPx, durationMs } = interfaceDefaults.reveal;
    expect([offsetPx, durationMs]).toEqual([120, 400]);
    await openApp(page, "/oferta");
    const part = page.locator("[data-reveal=waiting]").last();
    await part.evaluate((element) => element.setAttribute("id", "revealed"));
    const revealed = page.locator("#revealed");
    /** Scrolls until that many pixels of the section are above the lower edge. Its animations are read in the frame that starts them. */
    const show = (pixels: number) =>
      revealed.evaluate(async (element, above) => {
        const { top } = element.getBoundingClientRect();
        scrollBy(0, Math.round(top) - innerHeight + above);
        const state = () => element.getAttribute("data-reveal");
        for (let frame = 0; frame < 3 && state() === "waiting"; frame++)
          await new Promise(requestAnimationFrame);
        const durations = element.getAnimations().map((animation) => animation.effect?.getTiming().duration);
        return { state: state(), durations };
      }, pixels);
    expect((await show(offsetPx - 2)).state).toBe("waiting");
    expect(await show(offsetPx + 2)).toEqual({ state: "shown", durations: [durationMs] });
  });

  test("B9.5 sections further down are revealed on scrolling, and a link in one stays under the finger", async ({
    page,
  }) => {
    await openApp(page, "/");
    const last = page.locator("[data-reveal]").last();
    const link = page.locator('a[href="/oferta#dieta"]').first();
    const section = page.locator("[data-reveal]", { has: link });
    await expect(section).toHaveAttribute("data-reveal", "waiting");
    const top = () => link.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    const before = await top();
    await section.evaluate((element) => element.scrollIntoView());
    await expect(section).toHaveCSS("opacity", "1");
    expect(await top()).toBe(before);
    await expect(last).toHaveAttribute("data-reveal", "waiting");
    await last.scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 300);
    await expect(last).toHaveAttribute("data-reveal", "shown");
  });
});

async function openAtSlider(page: Page, beforeItStarts?: () => Promise<void>): Promise<void> {
  await page.goto("/");
  await appStarted(page);
  await beforeItStarts?.();
  await page.locator(slider).scrollIntoViewIfNeeded();
  await expect(page.locator(`${slider} .slider-controls`)).toBeVisible();
}

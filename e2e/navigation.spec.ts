import type { Locator, Page } from "@playwright/test";
import { interfaceDefaults } from "../app/ui/defaults.ts";
import { loadContent } from "../content-model/load.ts";
import { holdScripts } from "./enquiry-form.ts";
import { distanceFromTarget, mainMenu, navigateInApp } from "./in-app.ts";
import { appStarted, expect, holdRequests, openApp, test } from "./test.ts";

const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY));

function scrollTo(page: Page, top: number): Promise<void> {
  return page.evaluate(
    (y) =>
      new Promise<void>((done) => {
        addEventListener("scroll", () => done(), { once: true });
        window.scrollTo(0, y);
      }),
    top,
  );
}

/** Follows a link without scrolling to it first, as Playwright's click would. */
const follow = (link: Locator) => link.evaluate((element: HTMLElement) => element.click());

const content = loadContent("content");
const { smoothScrollMs } = interfaceDefaults;
const footer = (page: Page) => page.getByRole("contentinfo");

test("B2.2 B2.4 a new page starts at the top or at its hash target, which respects the scroll margin; an unknown hash means the top; its heading or the target takes the focus, the title and menu are updated, and back and forward restore the scroll position", async ({
  page,
}) => {
  const current = mainMenu(page).locator('[aria-current="page"]');
  // The page whose link the pointer is on is there, too, out of sight.
  const heading = page.getByRole("heading", { level: 1 });
  await openApp(page, "/");
  await expect(current).toHaveCount(0);
  await scrollTo(page, 1500);
  await follow(footer(page).getByRole("link", { name: "Oferta" }));
  await expect(heading).toBeFocused();
  await expect(page).toHaveURL("/oferta");
  expect(await scrollTop(page)).toBe(0);
  await expect(page).toHaveTitle(`${content.oferta.meta.title} – ${content.site.name}`);
  await expect(current).toHaveText("Oferta");
  await scrollTo(page, 700);
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect.poll(() => scrollTop(page)).toBe(1500);
  await page.goForward();
  await expect(page).toHaveURL("/oferta");
  await expect.poll(() => scrollTop(page)).toBe(700);

  await mainMenu(page).getByRole("link", { name: "Galeria" }).click();
  await expect(page).toHaveTitle(`${content.galeria.meta.title} – ${content.site.name}`);
  await expect(heading).toBeFocused();
  await expect(current).toHaveText("Galeria");
  await footer(page).getByRole("link", { name: "Prywatność" }).click();
  await expect(page.locator("#prywatnosc")).toBeFocused();
  await expect(page).toHaveTitle(`${content.kontakt.meta.title} – ${content.site.name}`);

  await navigateInApp(page, "/");
  await expect(heading).toBeFocused();
  // The link is in a section that moves while it is revealed; a fast mouse can miss it.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.locator('a[href="/oferta#dieta"]').first().click();
  await expect(page).toHaveURL("/oferta#dieta");
  await expect(page.locator("#dieta")).toBeInViewport();
  expect(await distanceFromTarget(page, "dieta")).toBe(0);
  await navigateInApp(page, "/");
  await expect(heading).toBeFocused();
  await scrollTo(page, 1500);
  await navigateInApp(page, "/oferta#%E0%A4%A");
  await expect(page).toHaveTitle(`${content.oferta.meta.title} – ${content.site.name}`);
  await expect(heading).toBeFocused();
  expect(await scrollTop(page)).toBe(0);
});

test("B2.2 B2.1 a new document also starts at its hash target, or at the top if that is unknown; the scroll position survives a reload and a visit to another document; scroll restoration is handed back when the document unloads", async ({
  page,
}) => {
  await openApp(page, "/oferta#dieta");
  expect(await distanceFromTarget(page, "dieta")).toBe(0);
  await page.evaluate(() => {
    addEventListener("pagehide", () => sessionStorage.setItem("handed-back", history.scrollRestoration));
  });
  await page.goto("/robots.txt");
  expect(await page.evaluate(() => sessionStorage.getItem("handed-back"))).toBe("auto");
  await openApp(page, "/oferta#nie-ma-takiego");
  expect(await scrollTop(page)).toBe(0);
  await scrollTo(page, 900);
  await page.reload();
  await appStarted(page);
  expect(await scrollTop(page)).toBe(900);
  await page.goto("/robots.txt");
  await openApp(page, "/oferta");
  await scrollTo(page, 300);
  await page.goBack();
  await page.goBack();
  await appStarted(page);
  expect(await scrollTop(page)).toBe(900);
});

test("after a click the first screen is painted before the rest of the page, which is still complete", async ({
  page,
}) => {
  const closing = "main .closing";
  await openApp(page, "/");
  const firstFrame = page.evaluate(
    (rest) =>
      new Promise((seen) => {
        // The pointer on the link already renders the page, hidden.
        const isShown = () =>
          [...document.querySelectorAll("main .offer")].some((one) =>
            one.checkVisibility({ visibilityProperty: true }),
          );
        new MutationObserver((_, observer) => {
          if (!isShown()) return;
          observer.disconnect();
          requestAnimationFrame(() =>
            seen({
              rest: document.querySelector(rest) !== null,
              footerInSight:
                (document.querySelector("footer")?.getBoundingClientRect().top ?? 0) < innerHeight,
            }),
          );
        }).observe(document.body, { childList: true, subtree: true, attributes: true });
      }),
    closing,
  );
  await mainMenu(page).getByRole("link", { name: "Oferta" }).click();
  expect(await firstFrame).toEqual({ rest: false, footerInSight: false });
  await expect(page.locator(closing)).toBeAttached();
  const shown = await page.locator("main").textContent();
  await expect(page.locator("main [data-reveal=waiting]").first()).toBeAttached();
  await page.reload();
  expect(await page.locator("main").textContent()).toBe(shown);
});

test("B2.2 back returns to a place that was scrolled to before the app ran; going back right after a reload, before the app runs, leads to the page of that address", async ({
  page,
}) => {
  const letScriptsCome = await holdScripts(page);
  await page.goto("/oferta");
  await scrollTo(page, 900);
  letScriptsCome();
  await appStarted(page);
  // Parts above that are laid out only now move the text, and the browser keeps it in sight.
  await page.waitForFunction(() => document.documentElement.dataset.fresh === undefined);
  const place = await scrollTop(page);
  expect(place).toBeGreaterThan(800);
  await follow(footer(page).getByRole("link", { name: "Galeria" }));
  await expect(page).toHaveURL("/galeria");
  await expect.poll(() => scrollTop(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL("/oferta");
  await expect.poll(() => scrollTop(page)).toBe(place);

  await navigateInApp(page, "/kontakt");
  const manifest = await page.evaluate(() => document.documentElement.dataset.manifest ?? "");
  const letManifestCome = await holdRequests(page, `**${manifest}`);
  await page.reload();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/oferta$/);
  letManifestCome();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.oferta.heading);
  await appStarted(page);
});

test("B2.3 B9.6 a hash link on the same page scrolls smoothly in 500 ms, unless another page is opened meanwhile, and at once under reduced motion", async ({
  page,
}) => {
  await page.clock.install();
  await openApp(page, "/oferta");
  await page.clock.pauseAt(Date.now() + 60_000);
  // Each frame records the previous frame's scroll position, using the page's clock, which is paused now.
  const startedAt = await page.evaluate(() => {
    const frames: { at: number; top: number }[] = [];
    requestAnimationFrame(function note(at) {
      frames.push({ at, top: scrollY });
      requestAnimationFrame(note);
    });
    Object.assign(window, { frames });
    return performance.now();
  });
  await page.locator('a[href="/oferta#dieta"]').first().click();
  await expect(page).toHaveURL("/oferta#dieta");
  const from = await scrollTop(page);
  const to = from + (await distanceFromTarget(page, "dieta"));
  await page.clock.runFor(700);
  const frames = await page.evaluate(
    () => (window as unknown as { frames: { at: number; top: number }[] }).frames,
  );
  // Frame time and script time differ by fractions of a millisecond; this tolerance is the distance of two at full speed.
  const tolerance = (2 * 3 * (to - from)) / smoothScrollMs;
  for (const [at, { top }] of frames.slice(1).entries()) {
    const part = Math.min(1, ((frames[at]?.at ?? 0) - startedAt) / smoothScrollMs);
    const expected = from + (to - from) * (1 - (1 - part) ** 3);
    expect(Math.abs(top - expected)).toBeLessThanOrEqual(tolerance);
  }
  expect(frames.filter(({ at }) => at - startedAt < 0.9 * smoothScrollMs).at(-1)?.top).toBeLessThan(to);
  await expect.poll(() => distanceFromTarget(page, "dieta")).toBe(0);

  await page.locator('a[href="/oferta#pytania"]').first().click();
  const start = await scrollTop(page);
  await page.clock.runFor(160);
  expect(await scrollTop(page)).toBeGreaterThan(start);
  await follow(mainMenu(page).getByRole("link", { name: "Galeria" }));
  await expect(page).toHaveURL("/galeria");
  await page.clock.runFor(700);
  expect(await scrollTop(page)).toBe(0);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await follow(mainMenu(page).getByRole("link", { name: "Oferta" }));
  await expect(page).toHaveURL("/oferta");
  await page.clock.runFor(700);
  await page.locator('a[href="/oferta#dieta"]').first().click();
  await expect.poll(() => distanceFromTarget(page, "dieta")).toBe(0);
});

test("B2.4 B2.2 a link within the page moves the focus, so that Tab continues from its target; links that the browser follows by itself reach their target every time", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openApp(page, "/oferta");
  const link = page.locator('a[href="/oferta#pytania"]').first();
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#pytania")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("#pytania summary").first()).toBeFocused();
  await follow(mainMenu(page).getByRole("link", { name: "Oferta" }));
  await expect(page.locator("h1")).toBeFocused();
  await expect.poll(() => scrollTop(page)).toBe(0);

  await page.emulateMedia({ reducedMotion: "no-preference" });
  await scrollTo(page, 1200);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Przejdź do treści" });
  for (const start of [1200, 800]) {
    await scrollTo(page, start);
    await skip.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/oferta#tresc");
    await expect(page.locator("main")).toBeFocused();
    // The content begins right below the sticky header, so there is nothing above it to scroll to.
    await expect.poll(() => scrollTop(page)).toBe(0);
  }
});

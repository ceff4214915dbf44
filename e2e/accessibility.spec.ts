import type { Page } from "@playwright/test";
import sharp from "sharp";
import { violationsOf } from "./axe.ts";
import { fillForm, form, sendButton } from "./enquiry-form.ts";
import { mainMenu, navigateInApp } from "./in-app.ts";
import { pagePaths } from "./pages.ts";
import { expect, openApp, test } from "./test.ts";

const phone = { width: 360, height: 800 };
const wide = { width: 1200, height: 800 };

test.use({
  viewport: phone,
  contextOptions: { reducedMotion: "reduce" },
  allowedProblems: /^console: Failed to load resource: (.* (404|503)|net::ERR_INTERNET_DISCONNECTED)/,
});

/** The state on a phone and on a wide screen. The page ends up as wide as it was. */
async function expectAccessible(page: Page, state: string, part?: string): Promise<void> {
  for (const viewport of [wide, phone]) {
    await page.setViewportSize(viewport);
    expect(await violationsOf(page, part), `${state} at ${viewport.width} px`).toEqual([]);
  }
}

test("axe finds nothing on any page, nor on the error pages", async ({ page }) => {
  for (const path of pagePaths) {
    await openApp(page, path);
    await expectAccessible(page, path);
  }
  await page.route(/\/payload\/osiagniecia-/, (route) => route.fulfill({ status: 503, body: "{}" }));
  await openApp(page, "/nie-ma-takiej");
  await expectAccessible(page, "unknown route");
  await navigateInApp(page, "/osiagniecia");
  await expect(page.locator(".error-code")).toHaveText("503");
  await expectAccessible(page, "failed load");
});

test("axe finds nothing in the open menu, the toast and the offline notice, nor on the form in its states, whose links to fields show labels and errors, too", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // A page visited earlier is also available offline.
  await openApp(page, "/oferta");
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(mainMenu(page).getByRole("link").last()).toBeVisible();
  expect(await violationsOf(page, "header"), "menu open").toEqual([]);
  await page.keyboard.press("Escape");
  await navigateInApp(page, "/kontakt");
  for (const viewport of [wide, phone]) {
    await page.setViewportSize(viewport);
    await page.getByRole("button", { name: "Kopiuj adres" }).click();
    // A toast that is hovered stays.
    await page.locator(".toast p").hover();
    expect(await violationsOf(page, ".toast"), `toast at ${viewport.width} px`).toEqual([]);
  }
  await sendButton(page).click();
  await expect(form(page).getByRole("alert")).toBeFocused();
  await expectAccessible(page, "errors");
  await expectLinkShowsField(page);
  await fillForm(page);
  await page.route("**/api/enquiries", (route) => route.fulfill({ status: 503, json: {} }));
  await sendButton(page).click();
  await expect(form(page).getByRole("alert")).toContainText("Wysyłanie się nie powiodło");
  await expectAccessible(page, "not sent");
  await page.unrouteAll();
  await context.setOffline(true);
  await sendButton(page).click();
  await expect(form(page).locator(".form-status")).toContainText("zostanie wysłana automatycznie");
  await expectAccessible(page, "waiting", "form");
  await page.route("**/api/enquiries", (route) => route.fulfill({ status: 503, json: {} }));
  await navigateInApp(page, "/oferta");
  await expect(page).toHaveTitle(/^Oferta/);
  await expect(page.getByText("Nie masz teraz połączenia z internetem")).toBeVisible();
  await expectAccessible(page, "offline", ".offline-notice");
  await context.setOffline(false);
  await expect(page.locator(".offline-notice a")).toBeVisible();
  await expectAccessible(page, "refused later", ".offline-notice");
  await page.unrouteAll();
  await page.locator(".offline-notice a").click();
  await sendButton(page).click();
  await expect(page).toHaveURL("/dziekujemy");
  await expectAccessible(page, "thanks with the reference");
});

/** The link in the list of errors leads to the field, with its label and the error below the header. */
async function expectLinkShowsField(page: Page): Promise<void> {
  await page.setViewportSize(wide);
  await page.getByRole("link", { name: "Wpisz wiadomość" }).click();
  const message = page.getByRole("textbox", { name: "Wiadomość" });
  await expect(message).toBeFocused();
  const { height = 0 } = (await page.getByRole("banner").boundingBox()) ?? {};
  const label = page.locator("label[for=message]");
  await expect.poll(async () => (await label.boundingBox())?.y).toBeGreaterThanOrEqual(height);
  await expect(message).toBeInViewport();
}

test("the icon that marks a collapsed answer is visible in forced colours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/oferta");
  const question = page.locator("#pytania summary").first();
  // Sections above it may still be laid out, so the picture is of the element, not of a place on the page.
  const contrastOfSign = async () => {
    const picture = sharp(await question.screenshot());
    const { width = 0, height = 0 } = await picture.metadata();
    const sign = await picture.extract({ left: width - 32, top: 0, width: 32, height }).toBuffer();
    const { channels } = await sharp(sign).stats();
    return Math.max(...channels.map(({ stdev }) => stdev));
  };
  await expect.poll(contrastOfSign).toBeGreaterThan(10);
});

test("text of twice the size, or spaced as a reader may choose, makes no page wider than the narrowest phone, and nothing large is cut off", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  for (const path of [...pagePaths, "/kontakt?terminy", "/nie-ma"]) {
    await page.goto(path);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }",
      );
      document.adoptedStyleSheets.push(sheet);
    });
    expect(await width(), `${path}, spaced`).toBe(320);
    await page.evaluate(() => {
      document.adoptedStyleSheets.pop();
      document.documentElement.style.setProperty("font-size", "200%");
    });
    expect(await width(), path).toBe(320);
    const texts = page.locator("main :is(h1, h2, h3, p, a, button)");
    const cut = await texts.evaluateAll((all) =>
      all
        .filter((one) => !one.closest(".slider") && one.getBoundingClientRect().right > 320)
        .map(({ textContent }) => textContent),
    );
    expect(cut, path).toEqual([]);
    const dates = page.locator(".slot-options");
    const hidden = await dates.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
    expect(hidden, path).toEqual(path.includes("terminy") ? [0] : []);
  }
});

test("text of twice the size leaves the phone number beside the form on one line, and the headings of the footer their words", async ({
  page,
}) => {
  await openApp(page, "/kontakt");
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  for (const [width, texts, piece] of [
    [1024, ".contact-head .phone-display", ".+"],
    [390, ".footer h2", "\\S+"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const lines = await page.locator(texts).evaluateAll(
      (all, piece) =>
        all.flatMap((one) => {
          const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode() as Text;
          return [...text.data.matchAll(new RegExp(piece, "g"))].map((match) => {
            const range = document.createRange();
            range.setStart(text, match.index);
            range.setEnd(text, match.index + match[0].length);
            return new Set([...range.getClientRects()].map(({ y }) => y)).size;
          });
        }),
      piece,
    );
    expect([...new Set(lines)], texts).toEqual([1]);
  }
});

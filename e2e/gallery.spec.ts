import { violationsOf } from "./axe.ts";
import { expectErrorPage } from "./error-page.ts";
import { distanceFromTarget, setConnection } from "./in-app.ts";
import { countLayoutShifts, layoutShiftOf } from "./layout-shift.ts";
import { appStarted, expect, openApp, test } from "./test.ts";

const photos = ".gallery-grid li";

test("B2.2 the gallery filters by the category in the address and scrolls to the photographs, with the filters visible; choosing the current filter again, 'Wszystkie' too, adds no history entry; a closed photograph leaves the scroll position", async ({
  page,
}) => {
  await openApp(page, "/galeria");
  const all = await page.locator(photos).count();
  const details = page.getByRole("link", { name: "Detale" });
  for (const width of [360, 1024]) {
    await page.setViewportSize({ width, height: 640 });
    await details.click();
    await expect(page).toHaveURL(/\/galeria#detale$/);
    await expect(details).toHaveAttribute("aria-current", "true");
    await expect.poll(() => page.locator(`${photos}:visible`).count()).toBeLessThan(all);
    await expect
      .poll(async () => Math.abs(await distanceFromTarget(page, "detale")), `${width}`)
      .toBeLessThanOrEqual(1);
    await expect(details, `${width}`).toBeInViewport({ ratio: 1 });
    await expect(page.locator("#detale")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.locator(`${photos}:visible a`).first()).toBeFocused();
    await page.getByRole("link", { name: "Wszystkie" }).click();
    await expect.poll(() => page.locator(`${photos}:visible`).count()).toBe(all);
  }

  for (const name of ["Detale", "Wszystkie", "Detale"]) {
    const link = page.getByRole("link", { name });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "true");
    const length = await page.evaluate(() => history.length);
    await link.click();
    await link.click();
    expect(await page.evaluate(() => history.length)).toBe(length);
  }

  await expect.poll(async () => Math.abs(await distanceFromTarget(page, "detale"))).toBeLessThanOrEqual(1);
  const photo = page.locator(`${photos}:visible a`).last();
  await photo.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await photo.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(photo).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test("the gallery does not shift while its pictures load", async ({ page }) => {
  await countLayoutShifts(page);
  // Data saver keeps the typeface out, because its swap may move a line.
  await setConnection(page, { saveData: true });
  await page.goto("/galeria");
  await page.locator("h1").click();
  await appStarted(page);
  await page.locator(photos).last().scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.images].some((image) => image.loading === "lazy" && image.complete),
  );
  expect(await layoutShiftOf(page)).toBe(0);
});

test.describe("an enlarged photograph", () => {
  test.use({ allowedProblems: /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/ });

  test("B5.1 is only loaded when it is opened; without a connection, a tap leaves the gallery as it is; it has an address and takes one history entry, however many photographs are viewed; the back button closes it and the focus returns", async ({
    page,
  }) => {
    const parts: string[] = [];
    page.on("request", (request) => parts.push(request.url()));
    const dialog = page.getByRole("dialog");
    await openApp(page, "/galeria");
    await page.waitForLoadState("networkidle");
    expect(parts.filter((part) => part.includes("/lightbox"))).toEqual([]);

    await page.context().setOffline(true);
    await page.locator(`${photos} a`).first().click();
    await expect(page).toHaveURL("/galeria");
    await expect(page.locator(".offline-notice")).toContainText("połączenia");
    await expect(page.locator(photos).first()).toBeVisible();
    await page.context().setOffline(false);
    // As if it had never been opened.
    expect(await page.evaluate(() => history.state?.visit?.keepPlace)).toBeUndefined();
    await page.locator(`${photos} a`).first().click();
    await expect(page).toHaveURL(/zdjecie=/);
    await expect(dialog).toBeVisible();
    expect(parts.some((part) => part.includes("/lightbox"))).toBe(true);

    const { href } = new URL(page.url());
    await page.keyboard.press("ArrowRight");
    await expect(page).not.toHaveURL(href);
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/galeria");
    await expect(dialog).toHaveCount(0);
    await page.goForward();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);

    const third = page.locator(`${photos} a`).nth(2);
    await third.click();
    await expect(page).toHaveURL(/\?zdjecie=/);
    await expect(page.getByRole("dialog", { name: "Powiększone zdjęcie" })).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(third).toBeFocused();
    expect(new URL(page.url()).search).toBe("");
  });

  test("B9.8 opens from its address, passes axe, keeps the focus inside, follows the arrow keys, zooms to exactly three times, plays, closes with Escape and leaves a page that works", async ({
    page,
  }) => {
    await openApp(page, "/galeria?zdjecie=dumbbells");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    // An enlarged bright photograph lies under it.
    await expect(dialog.getByRole("button", { name: "Zamknij" })).toHaveCSS(
      "background-color",
      "rgba(16, 17, 19, 0.7)",
    );
    await page.keyboard.press("ArrowRight");
    await expect(page).not.toHaveURL(/zdjecie=dumbbells/);
    await expect(page).toHaveURL(/zdjecie=/);
    await page.keyboard.press("ArrowLeft");
    await expect(page).toHaveURL(/zdjecie=dumbbells/);
    const roles = await dialog
      .locator("[aria-roledescription]")
      .evaluateAll((parts) => parts.map((part) => part.getAttribute("aria-roledescription")));
    expect([...new Set(roles)].toSorted()).toEqual(["karuzela", "podpis", "zdjęcie"]);
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press("Tab");
      expect(
        await page.evaluate(() => document.getElementById("root")?.contains(document.activeElement)),
      ).toBe(false);
    }
    const zoomIn = page.getByRole("button", { name: "Powiększ" });
    // While a sharper picture loads, it lies over the one that is shown.
    const picture = page.locator(".yarl__slide_current img").last();
    const width = () => picture.evaluate((image) => image.getBoundingClientRect().width);
    const fitted = await width();
    while (await zoomIn.isEnabled()) await zoomIn.click();
    await expect.poll(async () => Number(((await width()) / fitted).toFixed(2))).toBe(3);
    await page.getByRole("button", { name: "Włącz pokaz" }).click();
    await expect(page.getByRole("button", { name: "Zatrzymaj pokaz" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/galeria");
    await expect(dialog).toHaveCount(0);
    await page.getByRole("link", { name: "Detale" }).click();
    await expect(page).toHaveURL("/galeria#detale");
  });
});

test.describe("B6.6 an enlarged photograph whose script is missing", () => {
  test.use({ allowedProblems: /^console: Failed to load resource/ });

  test("B6.6 reloads the document once, at the address of the photograph", async ({ page }) => {
    const missing = (times: number) =>
      page.route("**/assets/lightbox-*.js", (route) => route.fulfill({ status: 404 }), { times });
    await openApp(page, "/galeria");
    await missing(1);
    const loaded = page.waitForEvent("load");
    await page.locator(`${photos} a`).nth(2).click();
    await loaded;
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page).toHaveURL(/\/galeria\?zdjecie=/);
    await missing(1000);
    await page.goto("/galeria");
    await appStarted(page);
    await page.locator(`${photos} a`).nth(2).click();
    await expectErrorPage(page, { statusCode: 500, message: "Loading chunk lightbox failed" });
    await page.goBack();
    await expect(page.locator(photos).first()).toBeVisible();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("B1.3 the gallery filters by the address and a photograph opens as a file", async ({ page }) => {
    await page.goto("/galeria#detale");
    const all = await page.locator(photos).count();
    const shown = await page.locator(`${photos}:visible`).count();
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(all);
    const address = await page.locator(`${photos} a:visible`).first().getAttribute("href");
    const answer = await page.request.get(address ?? "");
    expect(answer.headers()["content-type"]).toBe("image/jpeg");
  });
});

import AxeBuilder from "@axe-core/playwright";
import { expect, openApp, test } from "./test.ts";

const photos = ".gallery-grid li";

test.describe("the gallery", () => {
  test("filters by category in the address, with the script and without moving the page", async ({
    page,
  }) => {
    await openApp(page, "/galeria");
    const all = await page.locator(photos).count();
    await page.getByRole("link", { name: "Detale" }).click();
    await expect(page).toHaveURL(/\/galeria#detale$/);
    await expect(page.getByRole("link", { name: "Detale" })).toHaveAttribute("aria-current", "true");
    await expect.poll(() => page.locator(`${photos}:visible`).count()).toBeLessThan(all);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole("link", { name: "Wszystkie" }).click();
    await expect.poll(() => page.locator(`${photos}:visible`).count()).toBe(all);
  });

  test("shows nothing shifting while its pictures come", async ({ page }) => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value } = entry as unknown as { value: number };
          document.documentElement.dataset.shift = String(
            Number(document.documentElement.dataset.shift ?? 0) + value,
          );
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await openApp(page, "/galeria");
    await page.locator(photos).last().scrollIntoViewIfNeeded();
    await page.waitForFunction(() =>
      [...document.images].some((image) => image.loading === "lazy" && image.complete),
    );
    expect(await page.evaluate(() => document.documentElement.dataset.shift ?? "0")).toBe("0");
  });
});

test.describe("an enlarged photograph", () => {
  test("has an address; the back button closes it and the focus returns", async ({ page }) => {
    await openApp(page, "/galeria");
    const third = page.locator(`${photos} a`).nth(2);
    await third.click();
    await expect(page).toHaveURL(/\?zdjecie=/);
    await expect(page.getByRole("dialog", { name: "Powiększone zdjęcie" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(third).toBeFocused();
    expect(new URL(page.url()).search).toBe("");
  });

  test("opens from its address, follows the arrow keys, closes with Escape", async ({ page }) => {
    await openApp(page, "/galeria?zdjecie=dumbbells");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(page).not.toHaveURL(/zdjecie=dumbbells/);
    await expect(page).toHaveURL(/zdjecie=/);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    expect(new URL(page.url()).search).toBe("");
  });

  test("keeps the focus inside, zooms up to three times, and plays", async ({ page }) => {
    await openApp(page, "/galeria?zdjecie=dumbbells");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press("Tab");
      expect(
        await page.evaluate(() => document.getElementById("root")?.contains(document.activeElement)),
      ).toBe(false);
    }
    const zoomIn = page.getByRole("button", { name: "Powiększ" });
    while (await zoomIn.isEnabled()) await zoomIn.click();
    const scale = await page
      .locator(".yarl__slide_current .yarl__slide_wrapper, .yarl__slide_current .yarl__fullsize")
      .first()
      .evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a);
    expect(scale).toBeGreaterThan(1);
    expect(scale).toBeLessThanOrEqual(3.01);
    await page.getByRole("button", { name: "Włącz pokaz" }).click();
    await expect(page.getByRole("button", { name: "Zatrzymaj pokaz" })).toBeVisible();
  });

  test("is only loaded when it is opened", async ({ page }) => {
    const parts: string[] = [];
    page.on("request", (request) => parts.push(request.url()));
    await openApp(page, "/galeria");
    await page.waitForLoadState("networkidle");
    expect(parts.filter((part) => part.includes("lightbox"))).toEqual([]);
    await page.locator(`${photos} a`).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(parts.some((part) => part.includes("lightbox"))).toBe(true);
  });

  test("passes axe", async ({ page }) => {
    await openApp(page, "/galeria?zdjecie=dumbbells");
    await expect(page.getByRole("dialog")).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the gallery filters by the address and a photograph opens as a file", async ({ page }) => {
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

import type { Page, Route } from "@playwright/test";
import { navigateInApp, openWithSaveData, payloadOf } from "./in-app.ts";
import { expect, test } from "./test.ts";

const bar = (page: Page) => page.locator('[role="progressbar"]');

/** Opens the home page with prefetching off, stops the clock and holds back the offer's payload. */
async function openWithHeldPayload(page: Page): Promise<{ held: Promise<Route> }> {
  await page.clock.install();
  await openWithSaveData(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const held = new Promise<Route>((resolve) => {
    void page.route(({ pathname }) => payloadOf("oferta").test(pathname), resolve);
  });
  return { held };
}

const startNavigation = (page: Page) => navigateInApp(page, "/oferta");

test("B4.1 the bar is a named progress bar", async ({ page }) => {
  const { held } = await openWithHeldPayload(page);
  await expect(bar(page)).toBeHidden();
  await startNavigation(page);
  await held;
  await page.clock.runFor(200);
  await expect(page.getByRole("progressbar", { name: "Wczytywanie strony" })).toBeVisible();
});

test("B4.1 it starts after 200 ms, grows linearly over 5000 ms, reaches 100 % and hides 500 ms later", async ({
  page,
}) => {
  const { held } = await openWithHeldPayload(page);
  await startNavigation(page);
  const payload = await held;
  await page.clock.runFor(199);
  await expect(bar(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "4");
  await page.clock.runFor(800);
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "20");
  await page.clock.runFor(1500);
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "50");
  await payload.continue();
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "100");
  await expect(bar(page)).not.toHaveAttribute("data-failed");
  await page.clock.runFor(499);
  await expect(bar(page)).toBeVisible();
  await page.clock.runFor(1);
  await expect(bar(page)).toBeHidden();
});

test("B4.1 a faster navigation shows nothing", async ({ page }) => {
  const { held } = await openWithHeldPayload(page);
  await startNavigation(page);
  const payload = await held;
  await page.clock.runFor(150);
  await payload.continue();
  await expect(page).toHaveTitle(/^Oferta/);
  await page.clock.runFor(5000);
  await expect(bar(page)).toBeHidden();
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "0");
});

test.describe("failing", () => {
  test.use({ allowedProblems: /^console: Failed to load resource: .* 503/ });

  test("B4.2 after an error the bar takes the failed style, completes and hides in the same way", async ({
    page,
  }) => {
    const { held } = await openWithHeldPayload(page);
    await startNavigation(page);
    const payload = await held;
    await page.clock.runFor(1000);
    await payload.fulfill({ status: 503, body: "{}" });
    await expect(bar(page)).toHaveAttribute("data-failed", "true");
    await expect(bar(page)).toHaveAttribute("aria-valuenow", "100");
    await expect(page.locator(".error-page")).toBeVisible();
    await page.clock.runFor(499);
    await expect(bar(page)).toBeVisible();
    await page.clock.runFor(1);
    await expect(bar(page)).toBeHidden();
  });
});

import type { Page, Route } from "@playwright/test";
import { navigateInApp, openWithSaveData, payloadOf } from "./in-app.ts";
import { expect, test } from "./test.ts";

test.use({ allowedProblems: /^console: Failed to load resource: .* 503/ });

const bar = (page: Page) =>
  page.getByRole("progressbar", { name: "Wczytywanie strony", includeHidden: true });

/** Goes to a page in the app; the result holds back its payload. */
async function startNavigation(page: Page, name: string): Promise<Route> {
  const held = new Promise<Route>((resolve) => {
    void page.route(({ pathname }) => payloadOf(name).test(pathname), resolve);
  });
  await navigateInApp(page, `/${name}`);
  return held;
}

test("B4.1 B4.2 the bar starts after 200 ms, grows linearly over 5000 ms, reaches 100 % and hides 500 ms later, in the failed style after an error; a faster navigation shows nothing", async ({
  page,
}) => {
  await page.clock.install();
  // Without prefetching.
  await openWithSaveData(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const hidesLater = async () => {
    await page.clock.runFor(499);
    await expect(bar(page)).toBeVisible();
    await page.clock.runFor(1);
    await expect(bar(page)).toBeHidden();
  };

  const fast = await startNavigation(page, "galeria");
  await page.clock.runFor(150);
  await fast.continue();
  await expect(page).toHaveTitle(/^Galeria/);
  await page.clock.runFor(5000);
  await expect(bar(page)).toBeHidden();
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "0");

  const slow = await startNavigation(page, "oferta");
  await page.clock.runFor(199);
  await expect(bar(page)).toBeHidden();
  await page.clock.runFor(1);
  // As assistive technology finds it.
  await expect(page.getByRole("progressbar", { name: "Wczytywanie strony" })).toBeVisible();
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "4");
  await page.clock.runFor(800);
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "20");
  await page.clock.runFor(1500);
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "50");
  await slow.continue();
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "100");
  await expect(bar(page)).not.toHaveAttribute("data-failed");
  await hidesLater();

  const failing = await startNavigation(page, "osiagniecia");
  await page.clock.runFor(1000);
  await failing.fulfill({ status: 503, body: "{}" });
  await expect(bar(page)).toHaveAttribute("data-failed", "true");
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "100");
  await expect(page.locator(".error-page")).toBeVisible();
  await hidesLater();
});

import type { Page } from "@playwright/test";
import { chunkOf, mainMenu, openWithSaveData } from "./in-app.ts";
import { expect, test } from "./test.ts";

test.use({ allowedProblems: /^console: Failed to find a valid digest|^error: Failed to fetch dynamically/ });

/** Serves a changed script in place of a built one; the result tells whether it ran. */
async function tamperWith(page: Page, name: string): Promise<() => Promise<boolean>> {
  await page.route(
    ({ pathname }) => chunkOf(name).test(pathname),
    (route) => route.fulfill({ contentType: "text/javascript", body: "globalThis.tampered = true;" }),
  );
  return () => page.evaluate(() => "tampered" in globalThis);
}

test("a changed script of the app does not run, and the page still works as plain HTML", async ({ page }) => {
  for (const name of ["start", "app"]) {
    const ran = await tamperWith(page, name);
    const refused = page.waitForEvent("console", (message) =>
      new RegExp(`valid digest.*/assets/${name}-`).test(message.text()),
    );
    await page.goto("/");
    await page.locator("h1").click();
    await refused;
    expect(await ran(), name).toBe(false);
    await mainMenu(page).getByRole("link", { name: "Oferta" }).click();
    await expect(page).toHaveURL("/oferta");
    expect(await ran(), name).toBe(false);
    await page.unrouteAll();
  }
});

test("a changed page script does not run, and the document is reloaded instead", async ({ page }) => {
  await openWithSaveData(page);
  const ran = await tamperWith(page, "oferta");
  const loaded = page.waitForEvent("load");
  await mainMenu(page).getByRole("link", { name: "Oferta" }).click();
  await loaded;
  await expect(page.locator("h1")).toBeVisible();
  await expect(page).toHaveURL("/oferta");
  expect(await ran()).toBe(false);
});

import type { Page } from "@playwright/test";
import { connectionIs } from "./in-app.ts";
import { pagePaths } from "./pages.ts";
import { appRuns, expect, openApp, test } from "./test.ts";

test.use({ serviceWorkers: "allow", allowedProblems: /ERR_(INTERNET_DISCONNECTED|FAILED)/ });

const workerIsReady = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === "activated") return;
    await new Promise((done) => active?.addEventListener("statechange", done, { once: true }));
  });

test("a visitor who loses the connection can still open and read every page", async ({ page, context }) => {
  await openApp(page, "/");
  await workerIsReady(page);
  await context.setOffline(true);
  for (const path of pagePaths) {
    await page.goto(path);
    await expect(page.locator("main h1")).toBeVisible();
    await appRuns(page);
    await expect(page.getByText("Nie masz teraz połączenia z internetem")).toBeVisible();
  }
});

test("online, pages come from the server and not from what was kept", async ({ page, context }) => {
  await openApp(page, "/");
  await workerIsReady(page);
  await context.route("**/oferta", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Nowsza</h1>" }),
  );
  await page.goto("/oferta");
  await expect(page.locator("h1")).toHaveText("Nowsza");
});

test("nothing is kept for a visitor who saves data", async ({ page }) => {
  await connectionIs(page, { saveData: true });
  await page.goto("/");
  await page.locator("h1").click();
  await appRuns(page);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

// For try-static.sh: a visitor of www.example.pl, in Chromium, which trusts the certificate with this hash.
//   node packaging/testing/try-static.ts HASH         the whole visit, with and without JavaScript
//   node packaging/testing/try-static.ts HASH away    while the service does not answer
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import { chromiumArgs, findChromium } from "../../tools/testing/install-browser/chromium.ts";

const site = "https://www.example.pl";
const [hash = "", what = "visit"] = process.argv.slice(2);
const problems: string[] = [];

await (what === "away" ? visitWithoutService() : visit());
assert.deepEqual(problems, []);

async function open(
  options: { javaScriptEnabled?: boolean; allowed?: RegExp } = {},
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), "try-static-")), {
    executablePath: findChromium() ?? "",
    args: [...chromiumArgs, `--ignore-certificate-errors-spki-list=${hash}`],
    baseURL: site,
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: options.javaScriptEnabled ?? true,
  });
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !options.allowed?.test(message.text()))
      problems.push(`console: ${message.text()}`);
  });
  context.on("weberror", (event) => problems.push(`error: ${event.error().message}`));
  context.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith("http") && !["www.example.pl", "api.example.pl"].includes(host))
      problems.push(`request: ${host}`);
  });
  return context;
}

async function visit(): Promise<void> {
  const context = await open({ allowed: /preloaded using link preload/ });
  const page = await context.newPage();
  await page.goto("/");
  await page.locator("#open-slots").scrollIntoViewIfNeeded();
  const dates = page.locator('.slot[href*="termin=20"]');
  await expect(dates.first()).toBeVisible();
  console.log(`dates from the service: ${await dates.count()} on the home page`);
  for (const name of ["Oferta", "Kontakt"]) {
    const menu = page.getByRole("button", { name: /menu/i });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).first().click();
    await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`));
    await expect(page.locator("h1")).toBeVisible();
  }
  console.log("the menu's pages, in the app");
  await page.goto("/");
  await page.locator("#open-slots").scrollIntoViewIfNeeded();
  await dates.first().click();
  await expect(page.getByRole("group", { name: "Termin" }).getByRole("radio").first()).toBeChecked();
  await fillForm(page);
  // Nobody types this fast.
  await page.route("**/api/enquiries", (route) => {
    const { elapsedMs: _, ...body } = route.request().postDataJSON() ?? {};
    return route.request().method() === "POST" ? route.continue({ postData: body }) : route.continue();
  });
  await page.getByRole("button", { name: "Wyślij" }).click();
  await expect(page).toHaveURL(`${site}/dziekujemy`);
  await expect(page.getByText("Umówione.")).toBeVisible();
  console.log(`booked: ${await page.locator(".reference").textContent()}`);
  const missing = await page.goto("/nie-ma");
  assert.equal(missing?.status(), 404);
  await expect(page.locator("h1")).toBeVisible();
  await page.goto("/");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.goto("/oferta");
  await expect(page.locator("h1")).toBeVisible();
  console.log("offline, the pages are there");
  // The error page, and what an offline page cannot have.
  problems.splice(
    0,
    problems.length,
    ...problems.filter((text) => !/404|ERR_INTERNET_DISCONNECTED/.test(text)),
  );
  await context.close();

  const plain = await open({ javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto("/");
  await expect(still.locator('.slot[href*="termin=sa-"]').first()).toBeVisible();
  await still.getByRole("link", { name: "Wszystkie wolne terminy" }).click();
  await expect(still.locator('a[href^="tel:"]').filter({ visible: true }).first()).toBeVisible();
  console.log("without JavaScript: the hours of the week, and a telephone number beside the form");
  await plain.close();
}

async function visitWithoutService(): Promise<void> {
  const context = await open({ allowed: /Failed to load resource|CORS policy|preloaded using link preload/ });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.locator(".slot").first()).toBeVisible();
  await page.goto("/kontakt");
  await page.waitForFunction(() => history.scrollRestoration === "manual");
  await fillForm(page);
  await page.getByRole("button", { name: "Wyślij" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Wysyłanie się nie powiodło", {
    timeout: 60_000,
  });
  await expect(page.getByRole("textbox", { name: "Wiadomość" })).toHaveValue("Wracam po przerwie.");
  console.log(await page.getByRole("alert").first().textContent());
  await context.close();
}

async function fillForm(page: Page): Promise<void> {
  await page.getByLabel("Imię").fill("Próbna Osoba");
  await page.getByLabel("E-mail", { exact: true }).fill("proba@poczta.example");
  await page.getByRole("textbox", { name: "Wiadomość" }).fill("Wracam po przerwie.");
}

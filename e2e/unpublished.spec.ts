import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { navigateInApp } from "./in-app.ts";
import { type SiteProcess, startSite } from "./site-process.ts";
import { appRuns, expect, test } from "./test.ts";

// One worker for the file: the build with a page left out is made once.
test.describe.configure({ mode: "default", timeout: 120_000 });
test.use({ allowedProblems: /^console: Failed to load resource: .* 404|^request: http:\/\/127\.0\.0\.1/ });

let folder: string;
let site: SiteProcess;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = await mkdtemp(join(tmpdir(), "site-unpublished-"));
  const settings = { CONTENT_DIR: join(folder, "content"), BUILD_DIR: join(folder, "build") };
  await cp("content", settings.CONTENT_DIR, { recursive: true });
  const file = join(settings.CONTENT_DIR, "galeria.yaml");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace("published: true", "published: false"));
  await promisify(execFile)(process.execPath, ["tools/build.ts"], { env: { ...process.env, ...settings } });
  site = await startSite(settings);
});

test.afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

async function expectNotPrerendered(page: Page): Promise<void> {
  await expect(page.getByText("Route /galeria is not pre-rendered")).toBeVisible();
  await expect(page).toHaveTitle("Route /galeria is not pre-rendered");
  await expect(page.locator(".error-code")).toHaveText("404");
  await expect(page.getByRole("link", { name: "Wróć na stronę główną" })).toBeVisible();
}

test("B6.8 an unpublished page is left out of menu, sitemap, manifest and files", async ({
  page,
  request,
}) => {
  await page.goto(`${site.baseUrl}/`);
  await appRuns(page);
  await expect(page.locator('a[href^="/galeria"]')).toHaveCount(0);
  expect(await (await request.get(`${site.baseUrl}/sitemap.xml`)).text()).not.toContain("galeria");
  const manifest = await page.locator("html").getAttribute("data-manifest");
  const { payloads } = await (await request.get(`${site.baseUrl}${manifest}`)).json();
  expect(Object.keys(payloads)).not.toContain("/galeria");
  expect(Object.keys(payloads)).toContain("/oferta");
});

test("B6.8 a direct request ends in the error with status 404", async ({ page }) => {
  const response = await page.goto(`${site.baseUrl}/galeria`);
  expect(response?.status()).toBe(404);
  await expectNotPrerendered(page);
  await appRuns(page);
  await expectNotPrerendered(page);
});

test("B6.8 an in-app navigation ends in the same error", async ({ page }) => {
  await page.goto(`${site.baseUrl}/`);
  await appRuns(page);
  await navigateInApp(page, "/galeria");
  await expectNotPrerendered(page);
});

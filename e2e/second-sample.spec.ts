import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { routes } from "../app/routes.ts";
import { formatPhone } from "../content-model/format-phone.ts";
import { loadContent } from "../content-model/load.ts";
import { loadConfig } from "../server/config.ts";
import { violationsOf } from "./axe.ts";
import { navigateInApp } from "./in-app.ts";
import { type SiteProcess, startSite } from "./site-process.ts";
import { test as base, expect, openApp } from "./test.ts";

const contentDir = "examples/drugi-trener";
const buildDir = ".cache/second-sample/build";
const first = loadContent("content");
const second = loadContent(contentDir);
const { name } = second.site;
const paths = routes.map(({ path }) => path).filter((path) => path !== "/galeria");

const settings = { CONTENT_DIR: contentDir, BUILD_DIR: buildDir, SITE_URL: "", NODE_ENV: "production" };

/** Runs one of the owner's commands on the second sample and returns its exit status and output. */
function run(script: string, args: readonly string[] = [], more: Record<string, string> = {}) {
  return new Promise<{ status: number; output: string }>((resolve) => {
    const env = { ...process.env, SMTP_URL: "", ...settings, ...more };
    const child = execFile(process.execPath, [script, ...args], { env }, (_fault, output) =>
      resolve({ status: child.exitCode ?? -1, output }),
    );
  });
}

/** The same code built with another trainer's content. */
const test = base.extend<object, { site: SiteProcess }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      shareCode();
      expect(await run("tools/build.ts")).toMatchObject({ status: 0 });
      const site = await startSite(settings);
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 900_000 },
  ],
});

/** The program is the same, so it is built once. */
function shareCode(): void {
  const code = join(buildDir, "code");
  rmSync(code, { recursive: true, force: true });
  mkdirSync(buildDir, { recursive: true });
  symlinkSync(resolve(loadConfig().codeDir), code);
}

// One worker, so that the site is built once.
test.describe.configure({ mode: "default" });

/** The notice that data is a sample. */
const notice = (page: Page) => page.getByRole("complementary", { name: "Uwaga" });

async function expectNoticeAbove(page: Page): Promise<void> {
  await expect(notice(page)).toHaveText("Strona zawiera dane przykładowe");
  expect((await notice(page).boundingBox())?.y).toBe(0);
}

test("B6.8 every page is another trainer's: complete, accessible, marked as a sample, without links to the hidden gallery, and it fits long words and names at 320 and 1440 px", async ({
  page,
}) => {
  for (const path of paths) {
    await test.step(path, async () => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      await expect(page).toHaveTitle(new RegExp(` – ${name}$`));
      await expect(page.getByRole("banner").getByText(name)).toBeVisible();
      await expect(page.locator("a[href*='galeria']")).toHaveCount(0);
      await expectNoticeAbove(page);
      expect(await violationsOf(page), path).toEqual([]);
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await widthOf(page), path).toBe(width);
      }
    });
  }
});

/** The body hides overflow, so its elements are measured instead. */
function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const rights = [...document.querySelectorAll("main, main *, header *, footer *")]
      .filter((part) => !part.closest(".honeypot, .visually-hidden, .slider-track"))
      .map((part) => part.getBoundingClientRect().right);
    return Math.max(document.documentElement.scrollWidth, ...rights.map(Math.floor));
  });
}

/** Phrases that only the first trainer's site contains. */
const traces: readonly string[] = [
  ...[
    first.site.name,
    first.site.email ?? "",
    first.site.telephone ?? "",
    formatPhone(first.site.telephone ?? ""),
  ],
  ...[first.site.accent, first.site.company.legalName],
  ...[first.site.address.streetAddress ?? "", first.site.address.addressLocality ?? ""],
  ...first.site.socialProfiles.map(({ url }) => url),
];

function filesThatSay(words: readonly string[], files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const text = readFileSync(file, "utf8").toLowerCase();
    return words.filter((word) => text.includes(word.toLowerCase())).map((word) => `${file}: ${word}`);
  });
}

test("the build contains nothing of the first trainer", async ({ site: _built }) => {
  const files = filesIn(buildDir);
  expect(filesThatSay(traces, files)).toEqual([]);
  expect(filesThatSay([name], files).length).toBeGreaterThan(paths.length);
});

test("the code contains nothing of the first trainer", () => {
  const code = ["app", "content-model", "enquiries", "publishing", "server", "tools"].flatMap(filesIn);
  const files = code.filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(filesThatSay(traces, files)).toEqual([]);
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test.describe("the hidden gallery", () => {
  test.use({ allowedProblems: /status of 404/ });

  test("B6.8 is not in the sitemap, and says so when opened directly and within the app", async ({
    page,
  }) => {
    expect(await (await page.request.get("/sitemap.xml")).text()).not.toContain("galeria");
    const response = await page.goto("/galeria");
    expect(response?.status()).toBe(404);
    await expect(page.getByText("Route /galeria is not pre-rendered")).toBeVisible();
    await expectNoticeAbove(page);
    await page.goto("/nie-ma-takiej");
    await expectNoticeAbove(page);
    await openApp(page, "/");
    await navigateInApp(page, "/galeria");
    await expect(page.getByText("Route /galeria is not pre-rendered")).toBeVisible();
  });
});

test("the home page is the second trainer's: logo, accent, icons, cards, structured data; the notice is clear of the call bar and not printed", async ({
  page,
  request,
}) => {
  await page.goto("/");
  await test.step("the logo is in header and footer, with its space reserved and without style attributes", async () => {
    const logos = page.locator("img.logo");
    await expect(logos).toHaveCount(2);
    for (const logo of await logos.all()) {
      await expect(logo).toHaveAttribute("src", /^\/assets\/logo-[0-9a-f]{10}\.png$/);
      const box = await logo.boundingBox();
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(48 / 32, 1);
      expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    }
    expect(await (await request.get("/")).text()).not.toMatch(/<[^>]+ style=/);
    await expect(page.locator(".mark")).toHaveCount(0);
  });

  await test.step("icon, manifest, social card, business card and structured data", async () => {
    await expect(page.locator("link[rel='icon'][type]")).toHaveAttribute("href", "/icon-192.png");
    expect((await request.get("/favicon.svg")).status()).toBe(404);
    const manifest = await (await request.get("/site.webmanifest")).json();
    expect(manifest.short_name).toBe(name);
    for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200);
    const card = await page.locator("meta[property='og:image']").getAttribute("content");
    expect((await request.get(new URL(card ?? "").pathname)).headers()["content-type"]).toBe("image/jpeg");
    await expect(page.locator("meta[property='og:site_name']")).toHaveAttribute("content", name);
    expect((await (await request.get("/wizytowka.vcf")).text()).replaceAll("\r\n ", "")).toContain(
      `FN:${name}`,
    );
    const [business] = JSON.parse(
      (await page.locator("script[type='application/ld+json']").textContent()) ?? "",
    )["@graph"];
    expect(business).toMatchObject({ name, telephone: second.site.telephone, email: second.site.email });
    expect(business).not.toHaveProperty("openingHoursSpecification");
    expect(business).not.toHaveProperty("sameAs");
    expect(business).not.toHaveProperty("priceRange");
  });

  await test.step("buttons have the second trainer's accent", async () => {
    const button = page.getByRole("main").getByRole("link", { name: second.index.hero.callLabel });
    await expect(button).toHaveCSS("background-color", "rgb(31, 181, 116)");
  });

  await test.step("a long word of the facts is not broken on the narrowest phone", async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    const pieces = await page.locator(".hero-facts dd").evaluateAll((all) =>
      all.flatMap((one) => {
        const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        const counts: number[] = [];
        while (texts.nextNode()) {
          for (const { index, 0: word } of (texts.currentNode.textContent ?? "").matchAll(/\p{L}+/gu)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            counts.push(range.getClientRects().length);
          }
        }
        return counts;
      }),
    );
    expect([...new Set(pieces)]).toEqual([1]);
  });

  await test.step("the notice does not overlap the call bar on a phone, and is not printed", async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    const bar = await page.getByRole("navigation", { name: "Szybki kontakt" }).boundingBox();
    const shown = await notice(page).boundingBox();
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
    await page.emulateMedia({ media: "print" });
    await expect(notice(page)).toBeHidden();
  });
});

test("sections without content are left out: prices, hours, profiles, questions", async ({ page }) => {
  await page.goto("/oferta");
  // In the list of prices, and again beside each service.
  const prices = [...second.oferta.services, ...second.oferta.services].map(() => "wycena po rozmowie");
  await expect(page.locator(".price")).toHaveText(prices);
  await expect(page.locator(".example")).toHaveCount(0);
  await expect(page.getByText(/\d\s*zł/)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Pytania" })).toHaveCount(0);
  await page.goto("/kontakt");
  await expect(page.getByRole("heading", { name: "Godziny" })).toHaveCount(0);
  await expect(page.locator(".open-slots, .place-photos")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Obserwuj" })).toHaveCount(0);
  await expect(page.getByRole("option")).toHaveText([
    "Wybierz",
    ...second.oferta.services.map((service) => service.name),
    "Inne",
  ]);
});

test("npm run check:launch lists what is left to do, with file and line, and the last backup, and exits with status 1", async ({
  site,
}) => {
  const folder = { DATA_DIR: site.dataDir };
  expect(await run("tools/backup.ts", [], folder)).toMatchObject({ status: 0 });
  const { status, output } = await run("tools/check-launch.ts", [], folder);
  expect(status).toBe(1);
  expect(output).toMatch(/✗ examples\/drugi-trener\/site\.yaml:3: wpis oznaczony jako przykładowy/);
  expect(output).toContain("! examples/drugi-trener/site.yaml: brakuje godzin treningów");
  expect(output).toMatch(/✗ SITE_URL: adres strony to http:/);
  expect(output).toMatch(
    /\nKopia zapasowa, także poza serwerem\n {2}! żadna kopia nie wyszła jeszcze poza serwer[^\n]*\n\n/,
  );
  expect(output.trimEnd()).toMatch(/Strona nie jest jeszcze gotowa\.$/);
});

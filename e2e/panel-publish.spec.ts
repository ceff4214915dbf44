import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { ensureOwnContent } from "../publishing/own-content.ts";
import { loadConfig } from "../server/config.ts";
import { violationsOf } from "./axe.ts";
import { test as base, openForm, setUp } from "./panel-site.ts";
import { type SiteProcess, startSite } from "./site-process.ts";
import { expect } from "./test.ts";

/** The cache saves the minutes that encoding the sample's photographs takes. */
const cacheDir = loadConfig().cacheDir;

const test = base.extend<{ panelSite: SiteProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  panelSite: async ({}, use) => {
    const site = await startSite({ CACHE_DIR: cacheDir });
    await ensureOwnContent({ ownContentDir: join(site.dataDir, "content") });
    await use(site);
    await site.stop();
  },
});

test.use({ viewport: { width: 360, height: 740 } });

/** Changes the owner's files, as the panel or an editor does. */
async function change({ dataDir }: SiteProcess, file: string, from: RegExp, to: string): Promise<void> {
  const path = join(dataDir, "content", file);
  const text = await readFile(path, "utf8");
  expect(text).toMatch(from);
  await writeFile(path, text.replace(from, to));
}

const setPhone = (site: SiteProcess, phone: string) =>
  change(site, "site.yaml", /^telephone: .*/m, `telephone: "${phone}"`);

const setPostalCode = (site: SiteProcess, code: string) =>
  change(site, "site.yaml", /^ {2}postalCode: .*/m, `  postalCode: ${code}`);

/** The postal code that visitors see. */
async function shownPostalCode({ baseUrl }: SiteProcess): Promise<string | undefined> {
  const page = await (await fetch(`${baseUrl}/kontakt`)).text();
  return /\b\d\d-\d{3}\b(?=\sMiasteczko)/.exec(page)?.[0];
}

/** The owner's command on the server. */
const onServer = (site: SiteProcess, command: string) =>
  promisify(execFile)(process.execPath, [command], {
    env: {
      ...process.env,
      DATA_DIR: site.dataDir,
      CACHE_DIR: cacheDir,
      PORT: new URL(site.baseUrl).port,
      HOST: "127.0.0.1",
      SITE_URL: "",
    },
  });

/** Publishing runs at low priority, so visitors come first, and so do the tests beside this one. */
async function expectPublished(page: Page, message: string): Promise<void> {
  await expect(page.getByText(`${message} Tak wygląda teraz strona.`)).toBeVisible();
}

async function expectNoViolations(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
  const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(surplus).toBeLessThanOrEqual(0);
}

test.describe("before a publication", () => {
  test.use({ allowedProblems: /status of 401/ });

  test("P7.1 P7.2 what was typed just before is in the list of changes, too; a draft with problems lists the fields, links to them, and cannot be published; a screen whose session ends during a publication stops asking and leads to sign-in", async ({
    page,
    panelSite,
  }) => {
    await openForm(page, panelSite, "oferta");
    await page.getByLabel("Nagłówek", { exact: true }).first().fill("Cennik");
    const bar = page.getByRole("link", { name: "Niepublikowane zmiany: 1" });
    await expect(bar).toBeVisible();
    await page.getByRole("button", { name: /^Trening personalny/ }).click();
    await page.getByLabel("Kwota (zł)").fill("165");
    await bar.click();
    await expect(page.getByRole("button", { name: "Publikuj 2 zmiany" })).toBeVisible();

    await setPhone(panelSite, "12");
    await page.goto("/panel/publikacja");
    const problem = page.getByRole("link", { name: /Dane i kontakt › Telefon/ });
    await expect(problem).toHaveAttribute("href", "/panel/tresc/site?pole=telephone");
    await expect(page.getByRole("button", { name: /Publikuj/ })).toHaveCount(0);
    await expectNoViolations(page);

    await setPhone(panelSite, "600 700 800");
    await page.goto("/panel/publikacja", { waitUntil: "networkidle" });
    await page.route("**/panel/api/publish?*", (route) => route.fulfill({ status: 204 }));
    await page.route("**/panel/api/publish/state", async (route) => {
      await page.context().clearCookies();
      await route.fulfill({ status: 401, json: { error: "signed-out" } });
    });
    await page.getByRole("button", { name: "Publikuj 3 zmiany" }).click();
    await expect(page).toHaveURL(/\/panel\/wejscie\?dalej=/);
  });
});

test.describe("by two at once", () => {
  test.use({ allowedProblems: /status of 409/ });

  test("P7.1 P7.2 a change is listed, published with one tap on two screens and by the command line one after the other, seen by visitors, and undone with two taps; both screens show the result, and of an undo no other undo", async ({
    context,
    page,
    panelSite,
  }) => {
    const other = await context.newPage();
    const screens = [page, other];
    await setUp(page, panelSite);
    await setPostalCode(panelSite, "30-700");
    await page.goto("/panel/stan");
    await expect(page.getByRole("heading", { name: "Stan" })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole("link", { name: "Niepublikowane zmiany: 1" }).click();
    await expect(page.getByRole("heading", { name: "Co się zmieni" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Kod pocztowy" })).toContainText(
      /Jest\s*00-000\s*Będzie\s*30-700/,
    );
    await expectNoViolations(page);
    // A screen that learns of a publication while it loads would follow that instead.
    for (const screen of screens) await screen.goto("/panel/publikacja", { waitUntil: "networkidle" });
    const command = onServer(panelSite, "tools/publish.ts");
    for (const screen of screens) await screen.getByRole("button", { name: "Publikuj 1 zmianę" }).click();
    for (const screen of screens) await expectPublished(screen, "Opublikowano.");
    expect((await command).stdout).toContain("Nowa wersja strony jest opublikowana");
    expect(await shownPostalCode(panelSite)).toBe("30-700");
    await expectNoViolations(page);

    // The error is noticed later, on another screen.
    await setPostalCode(panelSite, "30-701");
    await page.goto("/panel/publikacja");
    await page.getByRole("button", { name: "Publikuj 1 zmianę" }).click();
    await expectPublished(page, "Opublikowano.");
    await page.getByRole("link", { name: "Treść", exact: true }).click();
    await page.getByRole("link", { name: "Historia strony" }).click();
    await expect(page.getByRole("listitem").first()).toContainText("Telefon Ani");
    // The entry before the first one is what visitors saw until then.
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(4);
    await expectNoViolations(page);
    await other.goto("/panel/publikacja/historia", { waitUntil: "networkidle" });
    const undo = /^Cofnij ostatnią publikację: wróci wersja opublikowana \S+ o\s\d/;
    for (const screen of screens) await screen.getByRole("button", { name: undo }).click();
    for (const screen of screens) {
      await expectPublished(screen, "Przywrócono wcześniejszą wersję.");
      await expect(screen.getByRole("button", { name: "Cofnij" })).toHaveCount(0);
    }
    await expect(page.getByText(/^Telefon Ani, przywrócono wersję opublikowaną \S+ o\s\d/)).toBeVisible();
    expect(await shownPostalCode(panelSite)).toBe("30-700");
    expect(await readFile(join(panelSite.dataDir, "content/site.yaml"), "utf8")).toContain("30-700");

    // The undone change is not lost.
    await page.getByRole("link", { name: /Kod pocztowy: „30-700” → „30-701”/ }).click();
    await expect(page.getByRole("heading", { name: "Co zmieni przywrócenie" })).toBeVisible();
    await page.getByText("Jak wygląda ta wersja").click();
    const shown = page.frameLocator("iframe");
    await expect(shown.locator("h1")).toBeVisible();
    await page.getByRole("button", { name: "Kontakt" }).click();
    await expect(shown.locator("main").getByText("30-701").first()).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Przywróć tę wersję" }).press("Enter");
    await expectPublished(page, "Przywrócono wcześniejszą wersję.");
    expect(await shownPostalCode(panelSite)).toBe("30-701");
  });
});

import type { Page } from "@playwright/test";
import { openDatabase } from "../../enquiries/storage/database.server.ts";
import { createLogger } from "../../server/logger.ts";
import { fillDemo, seededRandom } from "../../tools/panel/testing/fill-demo.ts";
import { signIn, test } from "../panel-site.ts";
import type { SiteProcess } from "../site-process.ts";
import { expect } from "../test.ts";

const now = new Date("2026-11-21T10:00:00+01:00");

test.use({
  deviceScaleFactor: 0.5,
  contextOptions: { reducedMotion: "reduce" },
  // The made-up enquiries have fixed dates, so a long retention keeps them from being purged.
  siteSettings: { ENQUIRY_RETENTION_DAYS: "3650" },
  allowedProblems: /status of (?:401|500)/,
});

async function fill({ dataDir }: SiteProcess): Promise<void> {
  const database = await openDatabase({ dataDir, log: createLogger("error") });
  await fillDemo({
    database,
    dataDir,
    count: 60,
    goals: ["Dieta", "Trening personalny"],
    now: now.getTime(),
    random: seededRandom(14),
  });
  await database.close();
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/panel/${path}`);
  await page.locator("h1").last().waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
}

for (const width of [360, 1440]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`the panel at ${width} px, ${colorScheme}, looks as it did`, async ({ page, panelSite }) => {
      const shoot = (state: string) =>
        expect(page).toHaveScreenshot(`panel-${state}-${width}-${colorScheme}.png`, {
          // Their words depend on the server's clock, which stays the real one.
          mask: [page.locator(".save-line")],
        });
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
      await page.clock.setFixedTime(now);
      await open(page, "start#0");
      await shoot("start");
      await signIn(page, panelSite);
      await open(page, "zapytania");
      await shoot("pusta");
      await fill(panelSite);
      await open(page, "zapytania");
      await shoot("zapytania");
      await page.locator(".enquiry").nth(4).click();
      await page.getByLabel("Nowa notatka").waitFor();
      await shoot("zapytanie");
      await open(page, "zapytania?stan=quarantine");
      await page.locator(".enquiry").first().click();
      await page.getByRole("button", { name: "To nie spam" }).waitFor();
      await shoot("kwarantanna");
      await open(page, "tresc");
      await shoot("tresc");
      await open(page, "tresc/oferta?pole=services[0].price");
      await page.getByLabel("Kwota (zł)").fill("165");
      await page.getByText(/^Zapisano .* zmiany: 1$/).waitFor();
      await open(page, "tresc/oferta?pole=services[0].price");
      await shoot("formularz");
      await open(page, "publikacja");
      await shoot("publikacja");
      await open(page, "zdjecia/opis?plik=rope.jpg");
      await shoot("zdjecie");
      await page.route("**/panel/api/enquiries", (route) =>
        route.fulfill({ status: 500, json: { error: "failed" } }),
      );
      await open(page, "zapytania");
      await shoot("blad");
    });
  }
}

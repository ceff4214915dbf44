import { freePort } from "../server/testing/free-port.ts";
import { violationsOf } from "./axe.ts";
import { navigateInApp } from "./in-app.ts";
import { createLink, test as panelTest, sendEnquiry } from "./panel-site.ts";
import { type SiteProcess, startSite } from "./site-process.ts";
import { expect } from "./test.ts";

const host = "dom.trener.test";

/** A site on plain http under a host name, as in a home network. Browsers trust http only on localhost. */
const test = panelTest.extend<{ panelSite: SiteProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  panelSite: async ({}, use) => {
    const port = String(await freePort());
    const panelUrl = `http://${host}:${port}`;
    const site = await startSite({ PORT: port, SITE_URL: panelUrl });
    await use({ ...site, panelUrl });
    await site.stop();
  },
});

test.use({
  allowedProblems: /Cross-Origin-Opener-Policy header has been ignored/,
  viewport: { width: 360, height: 740 },
});

test("P2.7 without https a link opens the panel, notes and content are saved, and the panel says what is missing", async ({
  page,
  panelSite,
}) => {
  await sendEnquiry(panelSite);
  await page.goto(await createLink(panelSite));
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByRole("button", { name: "Otwórz panel" }).click();
  await expect(page.getByRole("heading", { name: "Kody zapasowe" })).toBeVisible();
  await page.getByRole("button", { name: "Pokaż kody" }).click();
  await page.getByRole("button", { name: "Kopiuj" }).click();
  await expect(page.getByText("Przeglądarka nie pozwala kopiować")).toBeVisible();
  await page.getByRole("button", { name: "Kody są bezpieczne, dalej" }).click();
  await page.getByRole("button", { name: "Dalej" }).click();
  await expect(page.getByText("Powiadomienia działają tylko na stronie z https.")).toBeVisible();
  await page.getByRole("link", { name: "Przejdź do panelu" }).click();
  await expect(page.getByText("Panel jest otwarty bez https.")).toBeVisible();

  await page.getByRole("link", { name: /Łucja Próbna/ }).click();
  await page.getByLabel("Nowa notatka").fill("Oddzwonić w piątek.");
  await page.getByRole("button", { name: "Dodaj notatkę" }).click();
  await expect(page.locator(".message", { hasText: "Oddzwonić w piątek." })).toBeVisible();
  await page.getByRole("button", { name: "Jutro" }).click();
  await expect(page.getByRole("button", { name: "Nie przypominaj" })).toBeVisible();

  await page.goto("/panel/tresc/oferta?pole=services[0].price");
  const amount = page.getByLabel("Kwota (zł)");
  await amount.fill("165");
  await amount.blur();
  await expect(page.getByText(/Zapisano \d/)).toBeVisible();
  await page.reload();
  await expect(amount).toHaveValue("165");

  await navigateInApp(page, "/panel/zdjecia");
  await expect(page.getByText("Zdjęcia można dodawać tylko na stronie z https.")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});

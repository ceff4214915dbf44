import type { Page } from "@playwright/test";
import { startMailServer } from "../enquiries/testing/mail-server.ts";
import { violationsOf } from "./axe.ts";
import { navigateInApp } from "./in-app.ts";
import { test as base, createLink, onAnotherDevice, setUp } from "./panel-site.ts";
import { expect, loseResponses } from "./test.ts";
import { addVirtualPhone } from "./virtual-phone.ts";

const test = base.extend<{ mailServer: Awaited<ReturnType<typeof startMailServer>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  mailServer: async ({}, use) => {
    const server = await startMailServer();
    await use(server);
    await server.stop();
  },
  siteSettings: async ({ mailServer }, use) => use({ SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` }),
});

// The lost phone is signed out and refused, and the link alone is not enough.
test.use({ allowedProblems: /status of 40[13]/ });

test("P2.3 T21 who comes by a link on the phone that has its key, and keeps it, confirms with it instead of a second one; a lost phone: code and mail let the owner in, who chooses the keys, and the old phone cannot sign in", async ({
  browser,
  page: lost,
  panelSite,
  panelUrl,
  mailServer,
}) => {
  const { codes } = await setUp(lost, panelSite);
  await enterKeepingPhone(lost, await createLink(panelSite), "Telefon Ani");
  // The codes on paper work until new ones are asked for.
  await expect(lost.getByRole("button", { name: "Utwórz nowe w miejsce starych" })).toBeVisible();
  await expect(lost.getByRole("button", { name: "Pokaż kody" })).toHaveCount(0);
  await navigateInApp(lost, "/panel/ustawienia/urzadzenia");
  await expect(lost.getByText(/^użyty dziś o\s\d/)).toBeVisible();
  await expect(lost.getByText("To urządzenie nie ma jeszcze klucza")).toHaveCount(0);

  // All is well: who comes by a link from the server loses no key, if one tap says so.
  const { page: laptop } = await onAnotherDevice(browser, panelUrl);
  await addVirtualPhone(laptop);
  await enterKeepingPhone(laptop, await createLink(panelSite), "Laptop");
  await lost.goto("/panel/");
  await lost.getByRole("button", { name: "Wejdź" }).click();
  await expect(lost.getByRole("heading", { name: "Dziś", exact: true })).toBeVisible();

  const { page } = await onAnotherDevice(browser, panelUrl);
  await page.setViewportSize({ width: 360, height: 740 });
  await addVirtualPhone(page);
  await page.goto("/panel/powrot");
  await page.getByLabel("Kod zapasowy").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Wyślij link na moją pocztę" }).click();
  await expect(page.getByRole("heading", { name: "Sprawdź pocztę" })).toBeVisible();
  const mail = mailServer.received.find(({ mail }) => mail.subject === "Powrót do panelu");
  await enter(page, /http\S+#\S+/.exec(mail?.mail.text ?? "")?.[0] ?? "", "Nowy telefon");
  await page.getByLabel("Kod zapasowy").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Otwórz panel" }).click();
  const question = page.getByRole("heading", { name: "Które klucze zostają?" });
  await expect(question).toBeFocused();

  await lost.goto("/panel/");
  await lost.getByRole("button", { name: "Wejdź" }).click();
  await expect(lost.getByRole("alert")).toContainText("Ten klucz jest wstrzymany");

  // Whoever closes the page without an answer is asked again.
  await page.goto("/panel/zapytania?stan=closed");
  await expect(question).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOf(page)).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Usuń wszystkie klucze" })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: "Laptop" })).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Zostaw zaznaczone, usuń pozostałe" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Zapytania" })).toBeVisible();
  expect(page.url()).toContain("/panel/zapytania?stan=closed");

  await lost.getByRole("button", { name: "Wejdź" }).click();
  await expect(lost.getByRole("alert")).toContainText("Nie udało się tego potwierdzić");
  await laptop.goto("/panel/");
  await laptop.getByRole("button", { name: "Wejdź" }).click();
  await expect(laptop.getByRole("heading", { name: "Dziś", exact: true })).toBeVisible();
});

/** Enters, keeps the key of the phone, and creates one for this device unless it has that key. */
async function enterKeepingPhone(page: Page, link: string, deviceName: string): Promise<void> {
  await enter(page, link, deviceName);
  await page.getByRole("checkbox", { name: "Telefon Ani" }).check();
  await page.getByRole("button", { name: "Zostaw ten klucz" }).click();
  await page.getByRole("button", { name: "Utwórz klucz" }).click();
  await expect(page.getByRole("heading", { name: "Kody zapasowe" })).toBeFocused();
}

async function enter(page: Page, link: string, deviceName: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Nazwa urządzenia").fill(deviceName);
  await page.getByRole("button", { name: "Otwórz panel" }).click();
}

test.describe("a lost response", () => {
  test.use({ allowedProblems: /ERR_FAILED/ });

  test("P2.1 P2.2 P2.7 a second tap opens the panel, and makes codes in place of those that nobody has seen; a browser that knows no passkeys is named as the reason, not the server", async ({
    page,
    panelSite,
  }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "PublicKeyCredential"));
    await loseResponses(page, "**/panel/api/links/claim", { times: 2 });
    await page.goto(await createLink(panelSite));
    const open = page.getByRole("button", { name: "Otwórz panel" });
    await open.click();
    await expect(page.getByRole("alert")).toContainText("Brak połączenia");
    await open.click();
    await page.getByRole("button", { name: "Utwórz klucz" }).click();
    await expect(page.getByRole("alert")).toContainText(
      "Ta przeglądarka albo to urządzenie nie przyjmuje kluczy.",
      { timeout: 10_000 },
    );
    await page.getByRole("button", { name: "Później" }).click();

    await loseResponses(page, "**/panel/api/codes", { times: 2 });
    const make = page.getByRole("button", { name: "Pokaż kody" });
    await make.click();
    await expect(page.getByRole("alert")).toContainText("Wcześniejsze mogą już nie działać");
    await make.click();
    await expect(page.locator(".codes li")).toHaveCount(10);
  });
});

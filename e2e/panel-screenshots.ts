import type { BrowserContext, Page } from "@playwright/test";
import { openDatabase } from "../enquiries/storage/database.server.ts";
import { readSite } from "../server/build-facts.ts";
import { loadConfig } from "../server/config.ts";
import { createLogger } from "../server/logger.ts";
import { createLink } from "../tools/panel/create-link.ts";
import { fillDemo, seededRandom } from "../tools/panel/testing/fill-demo.ts";
import { launchChromium } from "../tools/testing/install-browser/chromium.ts";
import { startSite } from "./site-process.ts";
import { addVirtualPhone } from "./virtual-phone.ts";

const folder = "docs/screenshots";
const look = { locale: "pl-PL", timezoneId: "Europe/Warsaw", reducedMotion: "reduce" } as const;
const phone = { width: 360, height: 740 };
const tablet = { width: 768, height: 1024 };
const desktop = { width: 1440, height: 900 };

/** Screens that need only a URL. */
const screens: Readonly<Record<string, string>> = {
  dzis: "dzis",
  tresc: "tresc",
  formularz: "tresc/oferta?pole=services[0].price",
  zdjecia: "zdjecia",
  zdjecie: "zdjecia/opis?plik=rope.jpg",
  publikacja: "publikacja",
  historia: "publikacja/historia",
  stan: "stan",
};

// Takes screenshots of the owner's panel with made-up enquiries: sign-in first, then each screen on phone and desktop.
// The cache saves the minutes that encoding the sample's photographs takes.
const site = await startSite({ CACHE_DIR: loadConfig().cacheDir });
const link = await fillWithDemo();
const browser = await launchChromium();
const context = await browser.newContext({ ...look, baseURL: site.panelUrl, viewport: phone });
const session = await goIn(context);
await changePrices(await context.newPage());
await showScreens(session, "light");
await showScreens(session, "dark");
await showQuestion(session);
await browser.close();
await site.stop();

async function fillWithDemo(): Promise<string> {
  const { dataDir } = site;
  const database = await openDatabase({ dataDir, log: createLogger("error") });
  await fillDemo({
    database,
    dataDir,
    count: 200,
    goals: readSite(loadConfig().siteDir)?.business.goals ?? [],
    now: Date.now(),
    random: seededRandom(14),
  });
  const made = await createLink(database, site.panelUrl);
  await database.close();
  return made;
}

async function goIn(signedOut: BrowserContext) {
  const page = await signedOut.newPage();
  await addVirtualPhone(page);
  await page.goto(link);
  await page.getByLabel("Nazwa urządzenia").fill("Telefon");
  await take(page, "start-360");
  await page.getByRole("button", { name: "Otwórz panel" }).click();
  await page.getByRole("button", { name: "Utwórz klucz" }).click();
  await page.getByRole("button", { name: "Pokaż kody" }).waitFor();
  await page.getByRole("button", { name: "Później" }).click();
  await page.getByRole("button", { name: "Dalej" }).click();
  await take(page, "powiadomienia-360");
  await page.getByRole("link", { name: "Przejdź do panelu" }).click();
  await page.locator(".step").first().waitFor();
  return signedOut.storageState();
}

/** One published and one unpublished change. */
async function changePrices(page: Page): Promise<void> {
  for (const [service, amount] of [
    ["Trening personalny", "165"],
    ["Dieta", "230"],
  ] as const) {
    await page.goto("/panel/tresc/oferta");
    await page.getByRole("button", { name: new RegExp(`^${service}`) }).click();
    await page.getByLabel("Kwota (zł)").fill(amount);
    await page.getByText(/^Zapisano .* zmiany: 1$/).waitFor();
    if (service === "Dieta") return;
    await page.goto("/panel/publikacja");
    await page.getByRole("button", { name: "Publikuj 1 zmianę" }).click();
    await page.getByText("Tak wygląda teraz strona").waitFor({ timeout: 120_000 });
    await take(page, "opublikowano-360");
  }
}

async function showScreens(
  storageState: Awaited<ReturnType<BrowserContext["storageState"]>>,
  colorScheme: "light" | "dark",
): Promise<void> {
  for (const viewport of colorScheme === "light" ? [phone, tablet, desktop] : [phone, desktop]) {
    const settings = { ...look, baseURL: site.panelUrl, storageState, viewport, colorScheme };
    const signedIn = await browser.newContext(settings);
    const page = await signedIn.newPage();
    const end = colorScheme === "dark" ? `ciemny-${viewport.width}` : `${viewport.width}`;
    await page.goto("/panel/zapytania");
    await page.locator(".enquiry").first().waitFor();
    if (viewport !== tablet) await take(page, `zapytania-${end}`);
    await page.locator(".enquiry").nth(4).click();
    await page.getByLabel("Nowa notatka").waitFor();
    await take(page, `zapytanie-${end}`);
    if (viewport !== tablet) {
      for (const [name, path] of Object.entries(screens)) {
        await page.goto(`/panel/${path}`);
        await take(page, `${name}-${end}`);
      }
    }
    if (viewport === phone) {
      await page.goto("/panel/tresc/oferta");
      await page.getByText("Podgląd", { exact: true }).click();
      await take(page, `podglad-${end}`);
    }
    if (colorScheme === "light" && viewport === phone) await showPhoneOnly(page, end);
    if (colorScheme === "light" && viewport === desktop) {
      await page.goto("/panel/zapytania/liczby");
      await take(page, `liczby-${end}`);
    }
    await signedIn.close();
  }
}

async function showPhoneOnly(page: Page, end: string): Promise<void> {
  await page.goto("/panel/zapytania?stan=quarantine");
  await page.locator(".enquiry").first().click();
  await page.getByRole("button", { name: "To nie spam" }).waitFor();
  await take(page, `kwarantanna-${end}`);
  await page.goto("/panel/ustawienia/urzadzenia");
  await take(page, `urzadzenia-${end}`);
  await page.goto("/panel/zapytania/liczby");
  await take(page, `liczby-${end}`);
  await page.goto("/panel/zapytania");
  await page.locator(".enquiry").first().waitFor();
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "umówione", exact: true }).click();
  await page.getByRole("heading", { name: "Brak połączenia" }).waitFor();
  await take(page, `bez-polaczenia-${end}`);
  await page.context().setOffline(false);
}

/** Waits until everything has loaded, except lazy pictures below the screen. */
async function take(page: Page, name: string): Promise<void> {
  await page.locator("h1").last().waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${folder}/panel-${name}.jpg`, type: "jpeg", quality: 72 });
  console.log(`panel ${name}`);
}

/** Comes last, because the seven questions begin without the sample. */
async function showQuestion(
  storageState: Awaited<ReturnType<BrowserContext["storageState"]>>,
): Promise<void> {
  const settings = { ...look, baseURL: site.panelUrl, storageState, viewport: phone };
  const page = await (await browser.newContext(settings)).newPage();
  await page.goto("/panel/pytania");
  await page.getByRole("button", { name: "Zaczynamy" }).click();
  await page.getByLabel("Imię i nazwisko").fill("Ewa Przykładowa");
  await page.frameLocator("iframe").getByText("Przykładowa").first().waitFor();
  await take(page, "pytanie-360");
}

import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { openDatabase } from "../enquiries/storage/database.server.ts";
import { createLogger } from "../server/logger.ts";
import { chromiumArgs, findChromium } from "../tools/install-browser/chromium.ts";
import { createLink } from "../tools/panel/create-link.ts";
import { fillDemo } from "../tools/panel/fill-demo.ts";
import { seededRandom } from "../tools/panel/seeded-random.ts";
import { startSite } from "./site-process.ts";
import { addVirtualPhone } from "./virtual-phone.ts";

const folder = "docs/screenshots";
const look = { locale: "pl-PL", timezoneId: "Europe/Warsaw", reducedMotion: "reduce" } as const;
const phone = { width: 390, height: 844 };
const tablet = { width: 768, height: 1024 };
const desktop = { width: 1440, height: 900 };

// Takes pictures of the owner's panel with made-up enquiries: the way in, then the screens as phone and desktop show them.
const site = await startSite();
const siteUrl = site.baseUrl.replace("127.0.0.1", "localhost");
const link = await fillWithDemo();
const browser = await chromium.launch({ executablePath: findChromium() ?? "", args: chromiumArgs });
const context = await browser.newContext({ ...look, baseURL: siteUrl, viewport: phone });
const session = await goIn(context);
await showScreens(session, "light");
await showScreens(session, "dark");
await browser.close();
await site.stop();

async function fillWithDemo(): Promise<string> {
  const { dataDir } = site;
  const database = await openDatabase({ dataDir, log: createLogger("error") });
  await fillDemo({ database, dataDir, count: 200, now: Date.now(), random: seededRandom(14) });
  const made = await createLink(database, siteUrl);
  await database.close();
  return made;
}

async function goIn(signedOut: BrowserContext) {
  const page = await signedOut.newPage();
  await addVirtualPhone(page);
  await page.goto(link);
  await page.getByLabel("Nazwa urządzenia").fill("Telefon");
  await take(page, "start-390");
  await page.getByRole("button", { name: "Otwórz panel" }).click();
  await page.getByRole("button", { name: "Utwórz klucz" }).click();
  await page.getByRole("button", { name: "Pokaż kody" }).waitFor();
  await page.getByRole("button", { name: "Później" }).click();
  await page.getByRole("button", { name: "Dalej" }).click();
  await take(page, "powiadomienia-390");
  await page.getByRole("button", { name: "Przejdź do zapytań" }).click();
  await page.locator(".enquiry").first().waitFor();
  return signedOut.storageState();
}

async function showScreens(
  storageState: Awaited<ReturnType<BrowserContext["storageState"]>>,
  colorScheme: "light" | "dark",
): Promise<void> {
  for (const viewport of colorScheme === "light" ? [phone, tablet, desktop] : [phone, desktop]) {
    const settings = { ...look, baseURL: siteUrl, storageState, viewport, colorScheme };
    const signedIn = await browser.newContext(settings);
    const page = await signedIn.newPage();
    const end = colorScheme === "dark" ? `ciemny-${viewport.width}` : `${viewport.width}`;
    const show = async (path: string, name: string) => {
      await page.goto(`/panel/${path}`);
      await take(page, `${name}-${end}`);
    };
    await page.goto("/panel/zapytania");
    await page.locator(".enquiry").first().waitFor();
    if (viewport !== tablet) await take(page, `zapytania-${end}`);
    await page.locator(".enquiry").nth(4).click();
    await page.getByLabel("Nowa notatka").waitFor();
    await take(page, `zapytanie-${end}`);
    if (colorScheme === "light" && viewport === phone) {
      await page.goto("/panel/zapytania?stan=quarantine");
      await page.locator(".enquiry").first().click();
      await page.getByRole("button", { name: "To nie spam" }).waitFor();
      await take(page, `kwarantanna-${end}`);
      await show("stan/urzadzenia", "urzadzenia");
      await show("zapytania", "zapytania");
      await signedIn.setOffline(true);
      await page.getByRole("link", { name: "umówione", exact: true }).click();
      await page.getByRole("heading", { name: "Brak połączenia" }).waitFor();
      await take(page, `bez-polaczenia-${end}`);
      await signedIn.setOffline(false);
    }
    if (colorScheme === "light" && viewport !== tablet) {
      await show("zapytania/liczby", "liczby");
      await show("stan", "stan");
    }
    await signedIn.close();
  }
}

async function take(page: Page, name: string): Promise<void> {
  await page.locator("h1").last().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${folder}/panel-${name}.jpg`, type: "jpeg", quality: 72 });
  console.log(`panel ${name}`);
}

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { ensureOwnContent } from "../publishing/own-content.ts";
import { scanCode } from "../publishing/testing/scan-code.ts";
import { loadConfig } from "../server/config.ts";
import { violationsOf } from "./axe.ts";
import { serviceWorkerReady } from "./offline.ts";
import { test as base, sendEnquiry, signIn, withDatabase, withInbox } from "./panel-site.ts";
import { type SiteProcess, startSite } from "./site-process.ts";
import { expect } from "./test.ts";

const test = base.extend<{ panelSite: SiteProcess; visitor: BrowserContext }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  panelSite: async ({}, use) => {
    // The cache saves the minutes that encoding the sample's photographs takes.
    const site = await startSite({ CACHE_DIR: loadConfig().cacheDir });
    await ensureOwnContent({ ownContentDir: join(site.dataDir, "content") });
    await use(site);
    await site.stop();
  },
  visitor: async ({ browser, panelUrl }, use) => {
    const viewport = { width: 360, height: 740 };
    const context = await browser.newContext({ baseURL: panelUrl, viewport, javaScriptEnabled: false });
    await use(context);
    await context.close();
  },
});

test.use({ viewport: { width: 360, height: 740 }, allowedProblems: /422/ });

/** Somebody whose training of an hour began that many hours ago. */
async function train(site: SiteProcess, hours = 2, enquiry?: Record<string, string>): Promise<string> {
  const reference = await sendEnquiry(site, enquiry);
  const [created_at, starts_at] = [Date.now(), Date.now() - hours * 3_600_000];
  const local_start = new Date(starts_at)
    .toLocaleString("sv", { timeZone: "Europe/Warsaw" })
    .slice(0, 16)
    .replace(" ", "T");
  const its = {
    id: randomUUID(),
    reference,
    kind: "training",
    state: "booked",
    minutes: 60,
    sequence: 0,
  } as const;
  const times = {
    local_start,
    starts_at,
    ends_at: starts_at + 3_600_000,
    created_at,
    changed_at: created_at,
  };
  await withDatabase(site, ({ db }) =>
    db
      .insertInto("appointments")
      .values({ ...its, ...times })
      .execute(),
  );
  return reference;
}

/** Whether any cache of the page's origin holds a text. */
const isCached = (page: import("@playwright/test").Page, text: string) =>
  page.evaluate(async (text) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if ((await (await cache.match(request))?.text())?.includes(text)) return true;
    }
    return false;
  }, text);

const words = "Tłumaczy spokojnie, a po godzinie wiem, co mam ćwiczyć w domu.";
/** Their beginning, which typography leaves as it is. */
const known = "Tłumaczy spokojnie";

test("C1.1 C5.1 a client's later step stays when a training was held; one that nobody told of counts as held once the person becomes a client again", async ({
  page,
  panelSite,
}) => {
  const reference = await train(panelSite);
  const at = new Date(Date.now() + 20 * 86_400_000).toISOString();
  const was = { handledAt: null, missedAt: null };
  const client = { from: "new", state: "closed", outcome: "client", held: false, at, was } as const;
  await withInbox(panelSite, (inbox) => inbox.changeState(reference, client));
  await signIn(page, panelSite);
  await page.goto("/panel/dzis");
  await page.getByRole("button", { name: /^Odbyło się/ }).click();
  await expect(page.getByText("Nikt nie czeka na odpowiedź.")).toBeVisible();
  const found = await withInbox(panelSite, (inbox) => inbox.find(reference));
  expect(found).toMatchObject({ remindAt: at, appointments: [{ isHeld: true }] });

  const other = await train(panelSite, 4, { phone: "600 100 300", email: "jan@poczta.example" });
  const untold = { from: "new", state: "closed", outcome: "client", held: false } as const;
  await withInbox(panelSite, (inbox) => inbox.changeState(other, untold));
  await page.goto(`/panel/zapytania/${other}`);
  const asClient = page.getByRole("button", { name: "klient", exact: true });
  const offer = page.getByRole("link", { name: "Poproś o opinię" });
  await expect(asClient).toHaveAttribute("aria-pressed", "true");
  await expect(offer).toHaveCount(0);
  await page.getByRole("button", { name: "w kontakcie" }).click();
  await expect(asClient).toHaveCount(0);
  await page.getByRole("button", { name: "zamknięte" }).click();
  await asClient.click();
  await expect(offer).toBeVisible();
});

test("C5.1 C5.2 C5.3 an opinion from the trainer's code to the page and, withdrawn by its link, out of everything", async ({
  page,
  browser,
  panelSite,
  visitor,
}) => {
  await train(panelSite);
  await signIn(page, panelSite);
  await page.goto("/panel/dzis");
  await page.getByRole("button", { name: /^Odbyło się/ }).click();
  await page.getByRole("link", { name: "Poproś o opinię" }).click();
  await page.getByRole("link", { name: "Poproś o opinię" }).click();
  await page.getByRole("button", { name: "Pokaż kod" }).click();
  expect(await violationsOf(page)).toEqual([]);
  const link = (await page.getByText(/\/opinia\//).textContent()) ?? "";
  expect(await scanCode(await page.getByRole("img", { name: "Kod QR" }).screenshot())).toBe(link);

  const form = await visitor.newPage();
  await form.goto(new URL(link).pathname);
  await expect(form.locator("script")).toHaveCount(0);
  await form.getByRole("button", { name: "Wyślij opinię" }).click();
  await expect(form.getByRole("alert")).toContainText("nie została jeszcze wysłana");
  await expect(form.getByRole("alert")).toBeFocused();
  await expect(form.getByText(/wycofać w każdej chwili: wystarczy, że tym samym odnośnikiem/)).toBeVisible();
  // axe is a script, and looking spends nothing.
  const reader = await browser.newContext({ baseURL: panelSite.panelUrl, serviceWorkers: "allow" });
  const site = await reader.newPage();
  await site.goto(new URL(link).pathname);
  expect(await violationsOf(site)).toEqual([]);
  await site.getByRole("button", { name: "Wyślij opinię" }).click();
  await site.getByRole("alert").waitFor();
  expect(await violationsOf(site)).toEqual([]);
  await form.getByLabel("Opinia", { exact: true }).fill(`${words} <script>alert(1)</script>`);
  await form.getByLabel("Podpis na stronie").fill("Łucja P.");
  await form.getByLabel("Wiek i od czego zaczynasz").fill("52 lata, pierwszy raz na siłowni");
  await form.getByLabel(/^Zgadzam się/).check();
  await form.getByRole("button", { name: "Wyślij opinię" }).click();
  await expect(form.getByText("Czeka na decyzję")).toBeVisible();
  await expect(form.getByText(`${words} <script>alert(1)</script>`)).toBeVisible();
  await site.goto(new URL(link).pathname);
  expect(await violationsOf(site)).toEqual([]);
  expect(await form.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await page.goto("/panel/dzis");
  await page.getByRole("link", { name: "Nowe opinie: 1" }).click();
  await page.getByRole("button", { name: "Pokaż", exact: true }).click();
  await expect(page.getByText("do pokazania")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "publikacji" }).click();
  await page.getByRole("button", { name: /^Publikuj/ }).click();
  await expect(page.getByText("Tak wygląda teraz strona.")).toBeVisible();

  await page.goto("/panel/opinie");
  await page.getByText("Nie pokazuj").first().click();
  await page.getByLabel("Powód").fill("Pomyłka");
  await page.getByRole("button", { name: "Nie pokazuj" }).click();
  await expect(page.getByText("Jeśli jest jeszcze na stronie, zniknie z niej po publikacji.")).toBeVisible();
  await expect(page.getByText("Niepublikowane zmiany")).toBeVisible();
  // Until then it is on the site, and its person is not told otherwise.
  await form.reload();
  await expect(form.getByText("Nie będzie pokazywana na stronie")).toBeVisible();
  await page.getByRole("button", { name: "Pokaż", exact: true }).click();
  await expect(page.getByText("Jeśli nie ma jej jeszcze na stronie")).toBeVisible();

  await site.goto("/osiagniecia");
  await expect(site.getByText(words)).toBeVisible();
  await expect(site.getByText(/Na stronie jest 1\sz\s1\sotrzymanej do \d+\s\S+\s20\d\d/)).toBeVisible();
  await serviceWorkerReady(site);
  expect(await isCached(site, known)).toBe(true);

  await form.reload();
  await form.getByLabel("Wycofuję opinię na zawsze.").check();
  await form.getByRole("button", { name: "Wycofaj opinię" }).click();
  await expect(form.getByRole("heading", { name: "Opinia wycofana" })).toBeVisible();
  const shown = async () => (await fetch(`${panelSite.baseUrl}/osiagniecia`)).text();
  await expect.poll(shown).not.toContain(known);
  // At the next visit the worker brings the pages up to date.
  await site.goto("/");
  await expect.poll(() => isCached(site, known)).toBe(false);
  await reader.close();
});

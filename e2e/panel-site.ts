import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { createInbox } from "../enquiries/owner/inbox.server.ts";
import { type Database, openDatabase } from "../enquiries/storage/database.server.ts";
import { createLogger } from "../server/logger.ts";
import { createLinkToken } from "./faults/owner.ts";
import { navigateInApp } from "./in-app.ts";
import { type SiteProcess, startSite } from "./site-process.ts";
import { test as base, expect } from "./test.ts";
import { addVirtualPhone } from "./virtual-phone.ts";

const run = promisify(execFile);

/** One for all, because each has a listener of its own for the end of the process. */
const log = createLogger("error");

/** A separate site for each test, on the host name that passkeys need. */
export const test = base.extend<{
  siteSettings: Record<string, string>;
  panelSite: SiteProcess;
  panelUrl: string;
}>({
  siteSettings: [{}, { option: true }],
  panelSite: async ({ siteSettings }, use) => {
    const site = await startSite(siteSettings);
    await use(site);
    await site.stop();
  },
  panelUrl: ({ panelSite }, use) => use(panelSite.panelUrl),
  baseURL: ({ panelUrl }, use) => use(panelUrl),
});

/** Opens a site's database, as another process would. */
export async function withDatabase<T>({ dataDir }: SiteProcess, act: (database: Database) => Promise<T>) {
  const database = await openDatabase({ dataDir, log });
  const done = await act(database);
  await database.close();
  return done;
}

/** The owner's actions, as another process would take them. */
export function withInbox<T>(site: SiteProcess, act: (inbox: ReturnType<typeof createInbox>) => Promise<T>) {
  const clock = { now: Date.now, monotonicMs: () => performance.now() };
  return withDatabase(site, (database) =>
    act(createInbox({ database, dataDir: site.dataDir, clock, mailHost: "localhost", onQueued: () => {} })),
  );
}

/** A one-time link, made without running the command. */
export async function createLink({ dataDir, panelUrl }: SiteProcess): Promise<string> {
  return `${panelUrl}/panel/start#${await createLinkToken(dataDir, panelUrl)}`;
}

/** Runs the owner's command on the server. */
export async function makeLink({ dataDir, baseUrl }: SiteProcess, databaseUrl = ""): Promise<string> {
  const { stdout } = await run(process.execPath, ["tools/panel.ts", "link"], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: new URL(baseUrl).port,
      SITE_URL: "",
      DATABASE_URL: databaseUrl,
    },
  });
  return /http\S+\/panel\/start#\S+/.exec(stdout)?.[0] ?? "";
}

export async function sendEnquiry(
  { baseUrl }: SiteProcess,
  enquiry: Record<string, string> = {},
): Promise<string> {
  const response = await fetch(`${baseUrl}/api/enquiries`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      name: "Łucja Próbna",
      phone: "600 100 200",
      email: "lucja@poczta.example",
      message: "Dzień dobry, chcę zacząć trenować.",
      ...enquiry,
    }),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { reference: string }).reference;
}

/** Signs a page in without onboarding, so that the panel asks for a passkey. */
export async function signIn(page: Page, { dataDir, panelUrl }: SiteProcess): Promise<void> {
  const answer = await page.request.post(`${panelUrl}/panel/api/links/claim`, {
    headers: { Origin: panelUrl, "X-Panel": "1" },
    data: { token: await createLinkToken(dataDir, panelUrl), deviceName: "Telefon" },
  });
  expect(answer.status()).toBe(204);
}

/** Goes to a screen within the running panel, by its path after `/panel/`; it is there when its title is. */
export async function openScreen(page: Page, path: string, title: string): Promise<void> {
  await navigateInApp(page, `/panel/${path}`);
  await expect(page).toHaveTitle(`${title} – Panel`);
}

/** Signs in and opens the list of enquiries. */
export async function openInbox(page: Page, site: SiteProcess): Promise<void> {
  await signIn(page, site);
  await page.goto("/panel/zapytania");
  await expect(page.getByRole("heading", { name: "Zapytania" })).toBeVisible();
}

/** Sends an enquiry, signs in and opens it; returns its reference. */
export async function openNewEnquiry(
  page: Page,
  site: SiteProcess,
  enquiry?: Record<string, string>,
): Promise<string> {
  const reference = await sendEnquiry(site, enquiry);
  await signIn(page, site);
  await page.goto(`/panel/zapytania/${reference}`);
  return reference;
}

/** Signs in and opens the form of a file. */
export async function openForm(page: Page, site: SiteProcess, name: string): Promise<void> {
  await signIn(page, site);
  // The load event waits for the preview, which some tests hold back.
  await page.goto(`/panel/tresc/${name}`, { waitUntil: "commit" });
  await page.locator(".content-form").waitFor();
}

/** Opens the panel by a link and goes through onboarding with a passkey. */
export async function setUp(page: Page, site: SiteProcess, link?: string) {
  const phone = await addVirtualPhone(page);
  await page.goto(link ?? (await createLink(site)));
  await page.getByLabel("Nazwa urządzenia").fill("Telefon Ani");
  await page.getByRole("button", { name: "Otwórz panel" }).click();
  await page.getByRole("button", { name: "Utwórz klucz" }).click();
  await page.getByRole("button", { name: "Pokaż kody" }).click();
  await expect(page.locator(".codes li")).toHaveCount(10);
  const codes = await page.locator(".codes li").allTextContents();
  await page.getByRole("button", { name: "Kody są bezpieczne, dalej" }).click();
  await page.getByRole("button", { name: "Dalej" }).click();
  await page.getByRole("link", { name: "Przejdź do panelu" }).click();
  await expect(page.getByRole("heading", { name: "Dziś", exact: true })).toBeVisible();
  return { phone, codes };
}

export async function onAnotherDevice(
  browser: Browser,
  url: string,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL: url, locale: "pl-PL" });
  return { page: await context.newPage(), context };
}

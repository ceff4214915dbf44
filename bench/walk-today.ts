import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { signIn } from "../e2e/panel-site.ts";
import { startSite } from "../e2e/site-process.ts";
import { openDatabase } from "../enquiries/storage/database.server.ts";
import { createLogger } from "../server/logger.ts";
import { fillDemo, seededRandom } from "../tools/panel/testing/fill-demo.ts";
import { launchChromium } from "../tools/testing/install-browser/chromium.ts";

// node bench/walk-today.ts [--screenshots FOLDER]: a trainer between two clients opens the panel with 200 enquiries, deals with four people
// and puts the phone away (C1.2). Each step is taken as soon as the screen shows it: reading and talking are not included, taps are counted.
const { values } = parseArgs({ options: { screenshots: { type: "string" } } });

const site = await startSite();
const database = await openDatabase({ dataDir: site.dataDir, log: createLogger("error") });
const goals = ["Trening personalny", "Dieta"];
await fillDemo({
  database,
  dataDir: site.dataDir,
  count: 200,
  goals,
  now: Date.now(),
  random: seededRandom(14),
});
await database.close();
const browser = await launchChromium();
const look = { locale: "pl-PL", timezoneId: "Europe/Warsaw", viewport: { width: 360, height: 740 } };
const page = await (await browser.newContext({ ...look, baseURL: site.panelUrl, hasTouch: true })).newPage();
await signIn(page, site);
// Calls would leave the browser.
await page.addInitScript(() => {
  addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a[href^='tel:'], a[href^='mailto:']"))
      event.preventDefault();
  });
});

let taps = 0;
let pictures = 0;
const startedAt = performance.now();
const rows = (heading: string) =>
  page.locator("section.today", { has: page.getByRole("heading", { name: heading }) }).locator(".step");

await step("the panel is opened: whom to answer is read", async () => {
  taps += 1;
  await page.goto("/panel/");
  await rows("Nowe zapytania").first().waitFor();
});
const first = await nameIn(rows("Nowe zapytania").first());
await step("the first person is called, and the call is done", async () => {
  await tap(
    rows("Nowe zapytania")
      .first()
      .getByRole("link", { name: /^(Zadzwoń|E-mail)$/ }),
  );
  await tap(
    rows("Nowe zapytania")
      .first()
      .getByRole("button", { name: /^Zrobione/ }),
  );
  await page.getByText(`${first}: następny krok`).waitFor();
});
await step("the second one does not answer: asked on coming back, and due tomorrow", async () => {
  const row = rows("Nowe zapytania")
    .filter({ has: page.locator("a[href^='tel:']") })
    .first();
  await tap(row.getByRole("link", { name: "Zadzwoń" }));
  // Back from the telephone's own app.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await tap(page.getByRole("button", { name: "nie odbiera" }));
  await page.getByRole("button", { name: "nie odbiera" }).waitFor({ state: "detached" });
});
await step("the third one, due today, gets a ready answer by e-mail", async () => {
  await tap(rows("Na dziś").first().locator(".enquiry"));
  await tap(page.locator(".ready button").first());
  await tap(page.getByRole("button", { name: "Wyślij e-mail" }));
  await page.getByText("E-mail do tej osoby").or(page.getByText("czeka na wysłanie")).first().waitFor();
  await tap(page.getByRole("link", { name: "Dziś", exact: false }).first());
  await rows("Jak poszło").first().waitFor();
});
await step("yesterday's meeting: the person became a client", async () => {
  await tap(
    rows("Jak poszło")
      .first()
      .getByRole("button", { name: /^Klient/ }),
  );
  await rows("Jak poszło").waitFor({ state: "detached" });
});
console.log(`together: ${taps} taps, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
await browser.close();
await site.stop();

async function step(what: string, act: () => Promise<void>): Promise<void> {
  const [before, from] = [taps, performance.now()];
  await act();
  console.log(`${what}: ${taps - before} taps, ${((performance.now() - from) / 1000).toFixed(1)} s`);
  pictures += 1;
  if (values.screenshots) await page.screenshot({ path: `${values.screenshots}/dzis-${pictures}.png` });
}

async function tap(target: ReturnType<Page["locator"]>): Promise<void> {
  taps += 1;
  await target.tap();
}

async function nameIn(row: ReturnType<Page["locator"]>): Promise<string> {
  return (await row.locator(".name").textContent())?.replace(" nieprzeczytane", "").trim() ?? "";
}

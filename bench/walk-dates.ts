import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { BrowserContextOptions, Locator, Page } from "@playwright/test";
import { startSite } from "../e2e/site-process.ts";
import { startMailServer } from "../enquiries/testing/mail-server.ts";
import { launchChromium } from "../tools/testing/install-browser/chromium.ts";

// node bench/walk-dates.ts [--screenshots FOLDER] [--tree]: four visitors book the free talk and one changes it by the mailed link (C3, C4):
// at 360 px with and without JavaScript, by keyboard alone, and in print. Each step is taken as soon as the page shows it: reading and typing
// are not included; taps and keys besides typing are counted. --tree prints what a screen reader is told.
const { values } = parseArgs({
  options: { screenshots: { type: "string" }, tree: { type: "boolean", default: false } },
});

const mail = await startMailServer();
const site = await startSite({ SMTP_URL: mail.url, ENQUIRY_LIMITS: "off" });
const browser = await launchChromium();
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;

let presses = 0;
let startedAt = 0;
let pictures = 0;

await walk("360 px, JavaScript", phone, async (page) => {
  await step(page, "home is open, the free dates are read", async () => {
    await page.goto("/");
    await page.locator("#open-slots").scrollIntoViewIfNeeded();
    await page
      .getByRole("link", { name: /^Wybierz termin: .*rozmowa$/ })
      .first()
      .waitFor();
  });
  await tell(page, "section:has(> * > #open-slots)");
  await step(page, "a date is tapped: the form has it", async () => {
    await tap(page.getByRole("link", { name: /^Wybierz termin: .*rozmowa$/ }).first());
    await page.getByRole("radio", { checked: true }).first().waitFor();
  });
  await tell(page, "form");
  await step(page, "name, e-mail, message and sent", () => fillAndSend(page, "telefon", tap));
  await tell(page, "main");
});

await walk("360 px, no JavaScript", { ...phone, javaScriptEnabled: false }, async (page) => {
  await step(page, "home, the link to all free dates", async () => {
    await page.goto("/");
    await tap(page.getByRole("link", { name: "Wszystkie wolne terminy" }));
    await page.getByRole("group", { name: "Termin" }).waitFor();
  });
  await step(page, "a date is chosen", () => tap(page.locator("label", { hasText: "rozmowa" }).first()));
  await step(page, "name, e-mail, message and sent", () => fillAndSend(page, "bez", tap));
});

await walk("1440 px, keyboard alone", { viewport: { width: 1440, height: 900 } }, async (page) => {
  await step(page, "from the top of home to a free date", async () => {
    await page.goto("/");
    await tabTo(page, (name) => /^(Wybierz|Zapytaj o) termin: .*rozmowa$/.test(name));
    await press(page, "Enter");
    await page.getByRole("group", { name: "Termin" }).waitFor();
  });
  await step(page, "from there through the form", async () => {
    await fillAndSend(page, "klawisze", async (target) => {
      const label = await target.evaluate(
        (element: HTMLElement) => element.id || element.textContent?.trim() || "",
      );
      await tabTo(page, (_, element) => element === label);
      if ((await target.evaluate((element) => element.tagName)) === "BUTTON") await press(page, "Enter");
    });
  });
});

const link = /\/termin\/[\w-]{43}/.exec(
  mail.received.find(({ to }) => to.startsWith("telefon"))?.mail.text ?? "",
);
await walk("the mailed link, no JavaScript", { ...phone, javaScriptEnabled: false }, async (page) => {
  await step(page, "the link is opened", () => page.goto(link?.[0] ?? "").then(() => tap()));
  await tell(page, "main");
  writePages("the open appointment", await page.pdf({ format: "A4" }), "termin");
  await step(page, "another date", async () => {
    await tap(page.locator("label", { has: page.getByRole("radio") }).first());
    await tap(page.getByRole("button", { name: "Przenieś termin" }));
    await page.getByText("Termin jest umówiony.").waitFor();
  });
  await step(page, "cancelled", async () => {
    await tap(page.getByRole("button", { name: "Odwołaj termin" }));
    await page.getByText("Termin jest odwołany.").waitFor();
  });
  writePages("the cancelled one", await page.pdf({ format: "A4" }), "termin-odwolany");
});

await browser.close();
await site.stop();
await mail.stop();

async function walk(
  name: string,
  look: BrowserContextOptions,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    locale: "pl-PL",
    timezoneId: "Europe/Warsaw",
    baseURL: site.baseUrl,
    ...look,
  });
  console.log(`\n${name}`);
  [presses, startedAt] = [0, performance.now()];
  await act(await context.newPage());
  console.log(
    `  together: ${presses} taps or keys, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  await context.close();
}

async function step(page: Page, what: string, act: () => Promise<unknown>): Promise<void> {
  const [before, from] = [presses, performance.now()];
  await act();
  console.log(`  ${what}: ${presses - before}, ${((performance.now() - from) / 1000).toFixed(1)} s`);
  pictures += 1;
  if (values.screenshots) await page.screenshot({ path: `${values.screenshots}/termin-${pictures}.png` });
}

async function tap(target?: Locator): Promise<void> {
  presses += 1;
  await target?.click();
}

async function press(page: Page, key: string): Promise<void> {
  presses += 1;
  await page.keyboard.press(key);
}

/** Presses Tab until an element is reached, each of which must be seen to have the focus. */
async function tabTo(page: Page, isWanted: (name: string, element: string) => boolean): Promise<void> {
  for (let count = 0; count < 80; count += 1) {
    await press(page, "Tab");
    const { name, element, isSeen } = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const own = [focused, focused.closest("label"), focused.nextElementSibling, focused.parentElement];
      const isSeen = own.some((one) => {
        const style = one && getComputedStyle(one);
        return style && (style.outlineStyle !== "none" || style.boxShadow !== "none");
      });
      const text = focused.textContent?.trim() ?? "";
      return { name: focused.getAttribute("aria-label") ?? text, element: focused.id || text, isSeen };
    });
    if (!isSeen) console.log(`    without a visible focus: ${name || element}`);
    if (isWanted(name, element)) return;
  }
  throw new Error("the keyboard does not get there");
}

/** Fills in the form; `reach` brings the focus to a field, or presses the button. */
async function fillAndSend(
  page: Page,
  who: string,
  reach: (target: Locator) => Promise<void>,
): Promise<void> {
  const typed = {
    Imię: "Próbna Osoba",
    "E-mail": `${who}@poczta.example`,
    Wiadomość: `Wracam po przerwie (${who}).`,
  };
  for (const [label, words] of Object.entries(typed)) {
    const field = page.getByRole("textbox", { name: label, exact: label !== "Wiadomość" }).first();
    await reach(field);
    await page.keyboard.insertText(words);
  }
  // Nobody types this fast.
  await page.route("/api/enquiries", (route) => {
    const { elapsedMs: _, ...body } = route.request().postDataJSON();
    return route.continue({ postData: body });
  });
  await reach(page.getByRole("button", { name: "Wyślij" }));
  await page.getByText("Umówione.").waitFor();
}

async function tell(page: Page, selector: string): Promise<void> {
  if (values.tree) console.log(await page.locator(selector).first().ariaSnapshot());
}

function writePages(what: string, pdf: Buffer, name: string): void {
  const count = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
  console.log(`  ${what} in print: ${count} page(s)`);
  if (values.screenshots) writeFileSync(`${values.screenshots}/${name}.pdf`, pdf);
}

import type { Page } from "@playwright/test";
import { startMailServer } from "../enquiries/testing/mail-server.ts";
import { violationsOf } from "./axe.ts";
import { holdScripts } from "./enquiry-form.ts";
import { navigateInApp } from "./in-app.ts";
import { countLayoutShifts, layoutShiftOf } from "./layout-shift.ts";
import { type SiteProcess, startSite } from "./site-process.ts";
import { appStarted, test as base, expect, holdRequests, openApp } from "./test.ts";

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  baseURL: ({}, use) => use(own?.baseUrl),
});
test.use({ allowedProblems: /^console: Failed to load resource: (.* (409|422|502)|net::ERR_FAILED)/ });

// One site with a mail server for the whole file: its tests run one after another, and each takes dates that are free then.
test.describe.configure({ mode: "default" });
let mail: Awaited<ReturnType<typeof startMailServer>>;
let own: SiteProcess;
test.beforeAll(async () => {
  mail = await startMailServer();
  own = await startSite({ SMTP_URL: mail.url, ENQUIRY_LIMITS: "off" });
});
test.afterAll(async () => {
  await own.stop();
  await mail.stop();
});

type Slot = { id: string; start: string; kind: string };
async function freeSlots(): Promise<Slot[]> {
  return ((await (await fetch(`${own.baseUrl}/api/slots`)).json()) as { slots: Slot[] }).slots;
}

/** Another visitor takes a date. */
async function take(slot: string | undefined, email: string): Promise<void> {
  const answer = await fetch(`${own.baseUrl}/api/enquiries`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Druga Osoba", email, message: `Chcę ten termin, ${email}`, slot }),
  });
  expect(answer.status).toBe(201);
}

const dateLinks = (page: Page) => page.getByRole("link", { name: /^(?:pn|wt|śr|czw|pt|sob|niedz)\.\s/ });
const linkIn = (text = "") => /\/termin\/[\w-]{43}/.exec(text)?.[0] ?? "";

/** Fills the required fields. Everyone may book only one date, so each test has its own visitor. */
async function fill(page: Page, contact: string) {
  // Nobody types this fast.
  await page.route("/api/enquiries", (route) => {
    const { elapsedMs: _, ...body } = route.request().postDataJSON();
    return route.continue({ postData: body });
  });
  await page.getByLabel("Imię").fill("Próbna Osoba");
  const label = contact.includes("@") ? "E-mail" : "Telefon";
  await page.getByLabel(label, { exact: true }).fill(contact);
  await page.getByRole("textbox", { name: "Wiadomość" }).fill("Wracam po przerwie.");
}

test("C3.2 dates that arrive take the focus from no hour, and come once it has gone on", async ({ page }) => {
  const letDatesCome = await holdRequests(page, "/api/slots");
  await openApp(page, "/");
  const section = page.getByRole("region", { name: "Wolne terminy" });
  const hour = section.locator("dd a").nth(1);
  await hour.focus();
  const words = (await hour.textContent()) ?? "";
  const came = page.waitForResponse("**/api/slots");
  letDatesCome();
  await (await came).finished();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  await expect(hour).toBeFocused();
  await expect(hour).toHaveText(words);
  await section.getByRole("link", { name: "Wszystkie wolne terminy" }).focus();
  await expect(dateLinks(page).first()).toBeVisible();
});

test("C3.2 C3.3 the dates appear without moving the page, at 360 px and with a slow answer; one is chosen on the home page and booked: three taps besides the form, on a phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await countLayoutShifts(page);
  const letDatesCome = await holdRequests(page, "/api/slots");
  await openApp(page, "/");
  const shift = await layoutShiftOf(page);
  await page.locator("#open-slots").scrollIntoViewIfNeeded();
  letDatesCome();
  await expect(dateLinks(page).first()).toBeVisible();
  expect((await layoutShiftOf(page)) - shift).toBeLessThan(0.01);
  const talk = dateLinks(page).filter({ hasText: "rozmowa" }).first();
  await expect(talk).toHaveAccessibleName(
    /^(?:pn|wt|śr|czw|pt|sob|niedz)\.\s\d{1,2}\s\p{L}+, \d{1,2}:\d\d rozmowa$/u,
  );
  const before = await freeSlots();
  await talk.click();
  const chosen = page.getByRole("group", { name: "Termin" }).getByRole("radio").first();
  await expect(chosen).toBeChecked();
  const id = await chosen.getAttribute("value");
  expect(before.map((slot) => slot.id)).toContain(id);
  await fill(page, "pierwsza@poczta.example");
  await page.getByRole("button", { name: "Wyślij" }).click();
  await expect(page.getByText("Umówione.")).toBeVisible();
  expect((await freeSlots()).map((slot) => slot.id)).not.toContain(id);
  await expect.poll(() => mail.received.length).toBe(2);
});

test("C3.2 dates that did not load are asked for again", async ({ page }) => {
  await openApp(page, "/oferta");
  let tries = 0;
  await page.route("**/api/slots", (route) => (tries++ ? route.fulfill({ status: 502 }) : route.abort()));
  await navigateInApp(page, "/kontakt?terminy");
  await expect.poll(() => tries).toBe(2);
  const dates = page.getByRole("group", { name: "Termin" }).getByRole("radio");
  await expect(dates).toHaveCount(1);
  await page.unrouteAll();
  await expect(dates.nth(1)).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("C3.2 a link leads to the form with dates, each with weekday, day and hour, which an error leaves there, and one is booked", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/");
    await page.getByRole("link", { name: "Wszystkie wolne terminy" }).click();
    const slots = await freeSlots();
    const radios = page.getByRole("group", { name: "Termin" }).getByRole("radio");
    await expect(radios).toHaveCount(slots.length + 1);
    // The list ends in the middle of a row, which shows that there are more.
    const shown = await page.locator(".slot-options[data-all]").evaluate((list) => {
      const edge = list.getBoundingClientRect().bottom;
      const rows = [...list.children].map((row) => row.getBoundingClientRect());
      return rows.map(({ top, height }) => (edge - top) / height).find((part) => part < 1);
    });
    expect(shown).toBeGreaterThan(0.3);
    expect(shown).toBeLessThan(0.7);
    const talk = slots.find(({ kind }) => kind === "talk");
    await page.locator(`input[value="${talk?.id}"]`).check();
    await fill(page, "600 100 200");
    const phone = page.getByLabel("Telefon", { exact: true });
    await phone.fill("12");
    await page.getByRole("button", { name: "Wyślij" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(radios).toHaveCount(slots.length + 1);
    await expect(page.locator(`input[value="${talk?.id}"]`)).toBeChecked();
    await phone.fill("600 100 200");
    // No button orders anything or promises a payment.
    await expect(page.locator("form button:visible")).toHaveText(["Wyślij", "Oddzwoń do mnie"]);
    await page.getByRole("button", { name: "Wyślij" }).click();
    await expect(page.getByText("Umówione. Zapisz ten termin")).toBeVisible();
  });

  test("C3.3 who comes second keeps every typed word and sees the three nearest dates", async ({ page }) => {
    await page.goto("/kontakt?terminy");
    const [first] = await freeSlots();
    await page.locator(`input[value="${first?.id}"]`).check();
    await fill(page, "spozniona@poczta.example");
    await take(first?.id, "druga@poczta.example");
    await page.getByRole("button", { name: "Wyślij" }).click();
    await expect(page.getByRole("alert")).toContainText("Ten termin nie jest już wolny");
    await expect(page.getByRole("textbox", { name: "Wiadomość" })).toHaveValue("Wracam po przerwie.");
    await expect(page.getByLabel("Imię")).toHaveValue("Próbna Osoba");
    // The one that has gone, three others, and none.
    await expect(page.getByRole("group", { name: "Termin" }).getByRole("radio")).toHaveCount(5);
    await page.getByRole("group", { name: "Termin" }).getByRole("radio").nth(1).check();
    await page.getByRole("button", { name: "Wyślij" }).click();
    await expect(page.getByText("Numer wiadomości")).toBeVisible();
  });

  test("C4.2 the page of a mailed link moves and cancels without a script", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const slots = await freeSlots();
    const talk = slots.find(({ kind }) => kind === "talk");
    await take(talk?.id, "przenosi@poczta.example");
    const toVisitor = () => mail.received.filter(({ to }) => to === "przenosi@poczta.example");
    await expect.poll(() => toVisitor().length).toBe(1);
    await page.goto(linkIn(toVisitor()[0]?.mail.text));
    await expect(page.locator("script")).toHaveCount(0);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    const printed = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    const goal = slots.findLast(({ kind }) => kind === "talk");
    await page.locator(`input[value="${goal?.id}"]`).check();
    await take(goal?.id, "trzecia@poczta.example");
    await page.getByRole("button", { name: "Przenieś termin" }).click();
    await expect(page.getByRole("alert")).toHaveText("Ten termin nie jest już wolny. Wybierz inny.");
    await expect(page.getByRole("alert")).toBeFocused();
    await page.getByRole("radio").first().check();
    await page.getByRole("button", { name: "Przenieś termin" }).click();
    await expect(page.getByText("Termin jest umówiony.")).toBeVisible();
    expect((await freeSlots()).map(({ id }) => id)).toContain(talk?.id);
    await page.getByRole("button", { name: "Odwołaj termin" }).click();
    await expect(page.getByText("Termin jest odwołany.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Odwołaj termin" })).toHaveCount(0);
    await expect.poll(() => toVisitor().length).toBe(3);
    await page.getByRole("link", { name: "Wybierz inny termin" }).click();
    await expect(page.getByRole("group", { name: "Termin" }).getByRole("radio").first()).toBeVisible();
  });
});

test("C3.2 C3.3 a date that went meanwhile is told when the tab comes back, before anything is sent; the loser of a race keeps every typed word, with JavaScript too", async ({
  page,
}) => {
  const [first] = await freeSlots();
  await openApp(page, `/kontakt?termin=${first?.id}#formularz`);
  await expect(page.getByRole("group", { name: "Termin" }).getByRole("radio").first()).toBeChecked();
  await take(first?.id, "czwarta@poczta.example");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText("Ten termin nie jest już wolny. Wybierz inny.")).toBeVisible();
  await page.evaluate(() => localStorage.clear());

  const [second] = await freeSlots();
  await openApp(page, `/kontakt?termin=${second?.id}#formularz`);
  await fill(page, "przegrana@poczta.example");
  await take(second?.id, "piata@poczta.example");
  await page.getByRole("button", { name: "Wyślij" }).click();
  await expect(page.getByRole("alert")).toContainText("Ten termin nie jest już wolny");
  await expect(page.getByRole("textbox", { name: "Wiadomość" })).toHaveValue("Wracam po przerwie.");
  const radios = page.getByRole("group", { name: "Termin" }).getByRole("radio");
  await expect(radios).toHaveCount(5);
  await radios.first().press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(radios.nth(2)).toBeChecked();
  await expect(radios).toHaveCount(5);
  await expect(page.getByText("Ten termin nie jest już wolny.")).toBeHidden();
  await page.getByRole("button", { name: "Wyślij" }).click();
  await expect(page.getByText("Numer wiadomości")).toBeVisible();
});

test("C3.2 a date that was put back is chosen again by its link, but not if it was put back before the script loads or with the whole form", async ({
  page,
}) => {
  await openApp(page, "/kontakt");
  const radios = page.getByRole("group", { name: "Termin" }).getByRole("radio");
  await dateLinks(page).first().click();
  await expect(radios.first()).toBeChecked();
  await radios.first().press("ArrowDown");
  await expect(radios.last()).toBeChecked();
  await expect(radios.last()).toBeFocused();
  await dateLinks(page).first().click();
  await expect(radios.first()).toBeChecked();
  await expect(page).toHaveURL("/kontakt#formularz");
  await page.evaluate(() => localStorage.clear());

  const [first] = await freeSlots();
  const letScriptsCome = await holdScripts(page);
  await page.goto(`/kontakt?termin=${first?.id}`);
  await expect(radios.first()).toBeChecked();
  await radios.last().check();
  letScriptsCome();
  await appStarted(page);
  await expect(radios.last()).toBeChecked();
  await radios.first().check();
  await page.getByRole("button", { name: "Wyczyść formularz" }).click();
  await expect(radios.last()).toBeChecked();
  await page.getByRole("button", { name: "Przywróć tekst" }).click();
  await expect(radios.first()).toBeChecked();
});

test("C3.2 axe finds nothing on a page with dates, whose list stays while the visitor reads about personal data", async ({
  page,
}) => {
  for (const path of ["/", "/kontakt?terminy"]) {
    await openApp(page, path);
    await page.locator("#open-slots").scrollIntoViewIfNeeded();
    await expect(dateLinks(page).first()).toBeVisible();
    expect(await violationsOf(page), path).toEqual([]);
  }
  const radios = page.getByRole("group", { name: "Termin" }).getByRole("radio");
  const count = (await freeSlots()).length + 1;
  await expect(radios).toHaveCount(count);
  await page.getByRole("link", { name: "Pełna informacja o danych osobowych" }).click();
  await expect(page).toHaveURL("/kontakt#prywatnosc");
  await expect(radios).toHaveCount(count);
});

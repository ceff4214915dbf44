import type { Locator, Page } from "@playwright/test";
import { formatPhone } from "../content-model/format-phone.ts";
import { loadContent } from "../content-model/load.ts";
import { alert, enquiry, field, fillForm, form, holdScripts, sendButton } from "./enquiry-form.ts";
import { mainMenu, navigateInApp, setConnection, translate } from "./in-app.ts";
import { storedFrom } from "./stored-enquiries.ts";
import { appStarted, expect, openApp, test } from "./test.ts";

test.use({
  allowedProblems: /^console: Failed to load resource: (.* (429|500|503)|net::ERR_(FAILED|INTERNET))/,
});

const { site: facts } = loadContent("content");

async function expectHonestFailure(page: Page, words: RegExp): Promise<void> {
  await expect(alert(page)).toContainText("Wysyłanie się nie powiodło");
  await expect(alert(page)).toContainText(words);
  await expect(alert(page)).toContainText(formatPhone(facts.telephone ?? ""));
  await expect(alert(page)).toContainText(facts.email ?? "");
  await expect(alert(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Błąd: /);
  await expect(field(page, "Wiadomość")).toHaveValue(enquiry.message);
}

/** The notice above every page about the connection and about a message that waited for it. */
const notices = (page: Page) => page.locator(".offline-notice");

/** Sends the filled form offline and returns the notice that the message is waiting. */
async function sendOffline(page: Page, name: string): Promise<Locator> {
  await fillForm(page, { name });
  await page.context().setOffline(true);
  await sendButton(page).click();
  const waiting = form(page).locator(".form-status");
  await expect(waiting).toContainText("zostanie wysłana automatycznie");
  return waiting;
}

/**
 * Closes the page while there is no connection. Playwright's offline mode ends with the document, which could then still send the
 * message while it closes.
 */
async function leaveOffline(page: Page): Promise<void> {
  await page.evaluate(() => {
    XMLHttpRequest.prototype.send = () => {};
    Object.defineProperty(navigator, "onLine", { value: false });
  });
  await page.goto("about:blank");
}

test("B10.4 a refusal is reported honestly, with phone and e-mail, and so is an unreachable service; the text stays and survives a reload", async ({
  page,
  site,
}) => {
  await openApp(page, "/kontakt");
  await fillForm(page, { name: "Po Odświeżeniu" });
  for (const [status, words, headers] of [
    [503, /nie może jej teraz zapisać/, {}],
    [429, /Spróbuj ponownie za 3.minuty/, { "Retry-After": "180" }],
    [500, /nie może jej teraz zapisać/, {}],
  ] as const) {
    await page.route("**/api/enquiries", (route) => route.fulfill({ status, headers, json: {} }));
    await sendButton(page).click();
    await expectHonestFailure(page, words);
    await expect(page, `${status}`).toHaveURL("/kontakt");
  }
  await page.route("**/api/enquiries", (route) => route.abort());
  await sendButton(page).click();
  await expectHonestFailure(page, /Serwer nie potwierdził/);
  await page.unrouteAll();
  await page.reload();
  await appStarted(page);
  await expect(form(page).locator(".form-status")).toContainText("Nie wiadomo, czy ta wiadomość dotarła.");
  await expect(field(page, "Imię")).toHaveValue("Po Odświeżeniu");
  await expect(field(page, "E-mail")).toHaveValue(enquiry.email);
  await expect(field(page, "Wiadomość")).toHaveValue(enquiry.message);
  await sendButton(page).click();
  await expect(page).toHaveURL("/dziekujemy");
  expect(storedFrom(site.dataDir, "Po Odświeżeniu")).toMatchObject([{ status: "accepted" }]);
  await page.goto("/kontakt");
  await appStarted(page);
  await expect(field(page, "Wiadomość")).toHaveValue("");
});

test("B10.4 a line that is silent before the message is sent is reported, too", async ({ page }) => {
  await page.clock.install();
  await page.route("**/runtime-config.json", () => {});
  await openApp(page, "/kontakt");
  await fillForm(page);
  await sendButton(page).click();
  await expect(form(page).getByRole("button", { name: "Wysyłanie…" })).toBeVisible();
  await page.clock.fastForward(120_000);
  await expectHonestFailure(page, /Serwer nie potwierdził/);
});

test("B10.4 with data saving, too, a message that waits is in the form after the page is opened anew, and goes", async ({
  page,
  context,
  site,
}) => {
  await setConnection(page, { saveData: true });
  await page.goto("/kontakt");
  await page.locator("h1").click();
  await appStarted(page);
  await sendOffline(page, "Oszczędzam Dane");
  await leaveOffline(page);
  await page.route("**/api/enquiries", (route) => route.abort());
  await context.setOffline(false);
  await page.goto("/kontakt");
  await expect(field(page, "Wiadomość")).toHaveValue(enquiry.message);
  await page.unrouteAll();
  await expect(page).toHaveURL("/dziekujemy");
  expect(storedFrom(site.dataDir, "Oszczędzam Dane")).toMatchObject([{ status: "accepted" }]);
});

test("B10.4 offline the message is stored, and sent automatically later: from the form, even if the first attempt fails, and from other pages, which show its reference", async ({
  page,
  context,
  site,
}) => {
  await openApp(page, "/oferta");
  await navigateInApp(page, "/kontakt");
  await sendOffline(page, "Czytam Dalej");
  await navigateInApp(page, "/oferta");
  await expect(page).toHaveTitle(/^Oferta/);
  await expect(notices(page)).toHaveText(/^Nie masz teraz połączenia/);
  expect(storedFrom(site.dataDir, "Czytam Dalej")).toEqual([]);
  await context.setOffline(false);
  await expect(notices(page)).toHaveText(/^Twoja wiadomość dotarła\. Numer wiadomości: \S+\.$/);
  const [stored, ...more] = storedFrom(site.dataDir, "Czytam Dalej");
  expect([stored?.status, more]).toEqual(["accepted", []]);
  await expect(notices(page)).toContainText(`${stored?.reference}`);
  await navigateInApp(page, "/kontakt");
  await expect(field(page, "Wiadomość")).toHaveValue("");
  await expect(notices(page)).toBeEmpty();

  await sendOffline(page, "Bez Zasięgu");
  expect(storedFrom(site.dataDir, "Bez Zasięgu")).toEqual([]);
  await context.setOffline(false);
  await expect(page).toHaveURL("/dziekujemy");
  expect(storedFrom(site.dataDir, "Bez Zasięgu")).toMatchObject([{ status: "accepted" }]);

  await navigateInApp(page, "/kontakt");
  const waiting = await sendOffline(page, "Słaby Zasięg");
  let attempts = 0;
  await page.route("**/api/enquiries", (route) => {
    attempts += 1;
    return attempts === 1 ? route.abort() : route.continue();
  });
  await context.setOffline(false);
  await expect.poll(() => attempts).toBe(1);
  await expect(waiting).toContainText("zostanie wysłana automatycznie");
  await expect(page).toHaveURL("/dziekujemy");
  expect(storedFrom(site.dataDir, "Słaby Zasięg")).toMatchObject([{ status: "accepted" }]);
});

test("B10.4 a message edited while waiting is not sent unfinished, and a message is sent even if the browser wrongly reports being offline", async ({
  page,
  context,
  site,
}) => {
  await openApp(page, "/kontakt");
  const waiting = await sendOffline(page, "Jeszcze Piszę");
  await field(page, "Wiadomość").fill("Dzień dobry, jeszcze jedno py");
  await expect(waiting).toBeHidden();
  await context.setOffline(false);
  await expect(page.locator(".offline-notice p")).toBeHidden();
  await field(page, "Wiadomość").fill("Dzień dobry, jeszcze jedno pytanie.");
  expect(storedFrom(site.dataDir, "Jeszcze Piszę")).toEqual([]);
  await sendButton(page).click();
  await expect(page).toHaveURL("/dziekujemy");
  expect(storedFrom(site.dataDir, "Jeszcze Piszę")).toMatchObject([
    { message: "Dzień dobry, jeszcze jedno pytanie." },
  ]);

  await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => false }));
  await openApp(page, "/kontakt");
  await fillForm(page, { name: "Mylna Przeglądarka" });
  await sendButton(page).click();
  await expect(waiting).toContainText("zostanie wysłana automatycznie");
  await sendButton(page).click();
  await expect(page).toHaveURL("/dziekujemy");
  expect(storedFrom(site.dataDir, "Mylna Przeglądarka")).toMatchObject([{ status: "accepted" }]);
});

test("B10.4 a message sent meanwhile does not come back in a form that stayed out of sight", async ({
  page,
  context,
  site,
}) => {
  const goal = form(page).getByRole("combobox", { name: "Czego dotyczy wiadomość?" });
  const contact = mainMenu(page).getByRole("link", { name: "Kontakt" });
  await openApp(page, "/oferta");
  await contact.hover();
  await expect(form(page)).toBeAttached();
  await page
    .getByRole("link", { name: "Zapytaj: Dieta" })
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await expect(goal).toHaveValue("Dieta");
  await sendOffline(page, "Wracam Do Formularza");
  await page.goBack();
  await expect(form(page)).toBeHidden();
  await expect(form(page)).toBeAttached();
  await context.setOffline(false);
  await expect(notices(page)).toContainText("Twoja wiadomość dotarła");
  await contact.click();
  await expect(page).toHaveURL("/kontakt");
  await expect(field(page, "Wiadomość")).toHaveValue("");
  await expect(goal).toHaveValue("");
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(storedFrom(site.dataDir, "Wracam Do Formularza")).toHaveLength(1);
});

test("B10.4 a message waiting for a connection is sent after a reload too; its rejection is shown on the open page, and again by the form", async ({
  page,
  context,
  site,
}) => {
  await openApp(page, "/kontakt");
  await sendOffline(page, "Wciąż Czeka");
  await leaveOffline(page);
  await context.setOffline(false);
  await page.route("**/api/enquiries", (route) => route.fulfill({ status: 503, json: {} }));
  await openApp(page, "/");
  await expect(notices(page)).toContainText("nie udało się wysłać");
  await notices(page).getByRole("link", { name: "otwórz formularz" }).click();
  await expectHonestFailure(page, /nie może jej teraz zapisać/);
  await page.unrouteAll();
  await sendButton(page).click();
  await expect(page).toHaveURL("/dziekujemy");
  expect(storedFrom(site.dataDir, "Wciąż Czeka")).toMatchObject([{ status: "accepted" }]);

  await navigateInApp(page, "/kontakt");
  await sendOffline(page, "Po Powrocie");
  await leaveOffline(page);
  expect(storedFrom(site.dataDir, "Po Powrocie")).toEqual([]);
  await context.setOffline(false);
  await page.goto("/kontakt");
  await expect(page).toHaveURL("/dziekujemy");
  expect(storedFrom(site.dataDir, "Po Powrocie")).toMatchObject([{ status: "accepted" }]);
});

test.describe("in a browser that translates the page before the app runs", () => {
  // React reports that the texts are not those it has rendered.
  test.use({ allowedProblems: /Minified React error #418/ });

  test("B10.4 what was typed before stays in the form", async ({ page }) => {
    const letScriptsCome = await holdScripts(page);
    await page.goto("/kontakt");
    await fillForm(page);
    await translate(page);
    letScriptsCome();
    await appStarted(page);
    await expect(field(page, "Imię")).toHaveValue(enquiry.name);
    await expect(field(page, "Wiadomość")).toHaveValue(enquiry.message);
    await page.reload();
    await appStarted(page);
    await expect(field(page, "Wiadomość")).toHaveValue(enquiry.message);
  });
});

test("B10.2 a field says what is wrong with it now, also when the browser has translated the page", async ({
  page,
}) => {
  await openApp(page, "/kontakt");
  await sendButton(page).click();
  const error = form(page).locator("#phone-error");
  await expect(error).toContainText("Podaj numer telefonu lub adres e\u2060-\u2060mail");
  await translate(page);
  await field(page, "Telefon").fill("60");
  await sendButton(page).click();
  await expect(error).toContainText("Wpisz numer telefonu");
  await form(page).getByRole("combobox").selectOption({ index: 1 });
  await sendButton(page).click();
  await expect(form(page).locator("#goal-error")).toHaveCount(0);
  await expect(form(page).getByRole("combobox")).not.toHaveAttribute("aria-invalid");
});

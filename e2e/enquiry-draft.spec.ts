import type { Page } from "@playwright/test";
import { alert, enquiry, field, fillForm, form, sendButton } from "./enquiry-form.ts";
import { navigateInApp } from "./in-app.ts";
import { storedFrom } from "./stored-enquiries.ts";
import { appStarted, expect, openApp, test } from "./test.ts";

test.use({ allowedProblems: /^console: Failed to load resource: (.* 503|net::ERR_(FAILED|INTERNET))/ });

const notices = (page: Page) => page.locator(".offline-notice");
const status = (page: Page) => form(page).locator(".form-status");

/** Holds every send back until the returned function says what becomes of it. */
async function holdSends(page: Page) {
  const { promise, resolve } = Promise.withResolvers<"through" | "refused" | "lost">();
  await page.route("**/api/enquiries", async (route) => {
    const fate = await promise;
    if (fate === "through") await route.continue();
    else if (fate === "refused") await route.fulfill({ status: 503, json: {} });
    else await route.abort();
  });
  return resolve;
}

test("B10.4 what is typed during a slow send stays, and is sent as another enquiry", async ({
  page,
  site,
}) => {
  await openApp(page, "/kontakt");
  await fillForm(page, { name: "Piszę Dalej" });
  const letGo = await holdSends(page);
  await sendButton(page).click();
  await expect(form(page).getByRole("button", { name: "Wysyłanie…" })).toBeVisible();
  const longer = `${enquiry.message}\nI jeszcze jedno.`;
  await field(page, "Wiadomość").fill(longer);
  letGo("through");
  await expect(status(page)).toContainText("Poprzednia wersja wiadomości dotarła");
  const [first] = storedFrom(site.dataDir, "Piszę Dalej");
  await expect(status(page)).toContainText(`${first?.reference}`);
  await expect(page).toHaveURL("/kontakt");
  await expect(field(page, "Wiadomość")).toHaveValue(longer);
  await page.reload();
  await appStarted(page);
  await expect(field(page, "Wiadomość")).toHaveValue(longer);
  await sendButton(page).click();
  await expect(page).toHaveURL("/dziekujemy");
  expect(storedFrom(site.dataDir, "Piszę Dalej").map(({ message }) => message)).toEqual([
    enquiry.message,
    longer,
  ]);
});

test("B10.4 what is typed during a send that fails is not taken for sent", async ({ page, site }) => {
  await openApp(page, "/kontakt");
  await fillForm(page, { name: "Piszę Na Próżno" });
  const letGo = await holdSends(page);
  await sendButton(page).click();
  await field(page, "Wiadomość").pressSequentially("!");
  letGo("lost");
  await expect(status(page)).toHaveText("Ta wiadomość nie została jeszcze wysłana.");
  await expect(field(page, "Wiadomość")).toBeFocused();
  await navigateInApp(page, "/oferta");
  await expect(notices(page)).toContainText("nie udało się wysłać");
  expect(storedFrom(site.dataDir, "Piszę Na Próżno")).toEqual([]);
});

for (const fate of ["refused", "lost"] as const) {
  test(`B10.4 a send that is ${fate} after the visitor left the form is told on the other page, with the way back`, async ({
    page,
    site,
  }) => {
    const name = `Już Na Ofercie ${fate}`;
    await openApp(page, "/kontakt");
    await fillForm(page, { name });
    const letGo = await holdSends(page);
    await sendButton(page).click();
    await navigateInApp(page, "/oferta");
    await expect(page).toHaveTitle(/^Oferta/);
    await expect(notices(page)).toBeEmpty();
    letGo(fate);
    await expect(notices(page)).toContainText("Twojej wiadomości nie udało się wysłać");
    await page.reload();
    await appStarted(page);
    await notices(page).getByRole("link", { name: "otwórz formularz" }).click();
    await expect(field(page, "Wiadomość")).toHaveValue(enquiry.message);
    await expect(status(page)).toHaveText("Ta wiadomość nie została jeszcze wysłana.");
    await page.unrouteAll();
    await sendButton(page).click();
    await expect(page).toHaveURL("/dziekujemy");
    expect(storedFrom(site.dataDir, name)).toMatchObject([{ status: "accepted" }]);
  });
}

test("B10.4 a send that succeeds after the visitor left the form is told on the other page", async ({
  page,
  site,
}) => {
  await openApp(page, "/kontakt");
  await fillForm(page, { name: "Już Wychodzę" });
  const letGo = await holdSends(page);
  await sendButton(page).click();
  await navigateInApp(page, "/oferta");
  await expect(page).toHaveTitle(/^Oferta/);
  letGo("through");
  await expect(notices(page)).toContainText("Twoja wiadomość dotarła");
  await expect(page).toHaveURL("/oferta");
  expect(storedFrom(site.dataDir, "Już Wychodzę")).toHaveLength(1);
});

test("B10.4 a message whose answer was lost is stored once, though it is sent again after a reload", async ({
  page,
  site,
}) => {
  await openApp(page, "/kontakt");
  await fillForm(page, { name: "Zgubiona Odpowiedź" });
  await page.route("**/api/enquiries", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sendButton(page).click();
  await expect(alert(page)).toContainText("Serwer nie odpowiada");
  const [first] = storedFrom(site.dataDir, "Zgubiona Odpowiedź");
  expect(first).toBeDefined();
  await page.unrouteAll();
  await page.reload();
  await appStarted(page);
  await sendButton(page).click();
  await expect(page.locator(".reference")).toHaveText(`${first?.reference}`);
  expect(storedFrom(site.dataDir, "Zgubiona Odpowiedź")).toHaveLength(1);
});

test("B10.4 a message whose document was left while it was sent goes with the next one, once", async ({
  page,
  site,
}) => {
  await openApp(page, "/kontakt");
  await fillForm(page, { name: "Zamknięta Karta" });
  // The first send is held for good: an answer might still reach the document while it closes.
  const held = Promise.withResolvers<void>();
  await page.route(
    "**/api/enquiries",
    () => {
      held.resolve();
      return new Promise(() => {});
    },
    { times: 1 },
  );
  await sendButton(page).click();
  // A document that is left before its request starts would leave the route to the next document's.
  await held.promise;
  await page.goto("about:blank");
  await openApp(page, "/");
  await expect(notices(page)).toContainText("Twoja wiadomość dotarła");
  expect(storedFrom(site.dataDir, "Zamknięta Karta")).toMatchObject([{ status: "accepted" }]);
});

test("B10.4 a text that was left in the form and is sent at once on the return is nobody's spam", async ({
  page,
  site,
}) => {
  await openApp(page, "/kontakt");
  await fillForm(page, { name: "Wracam Wysłać" });
  await navigateInApp(page, "/oferta");
  await expect(page).toHaveTitle(/^Oferta/);
  await navigateInApp(page, "/kontakt");
  await expect(field(page, "Wiadomość")).toHaveValue(enquiry.message);
  await sendButton(page).click();
  await expect(page).toHaveURL("/dziekujemy");
  expect(storedFrom(site.dataDir, "Wracam Wysłać")).toMatchObject([{ status: "accepted" }]);
});

test("B10.4 two tabs write one message until both change it, and then two", async ({
  page,
  context,
  site,
}) => {
  await openApp(page, "/kontakt");
  const other = await context.newPage();
  await openApp(other, "/kontakt");
  await fillForm(page, { name: "Dwie Karty" });
  await expect(field(other, "Wiadomość")).toHaveValue(enquiry.message);
  const stop = await holdSends(page);
  await sendButton(page).click();
  await expect(form(other).getByRole("button", { name: "Wysyłanie…" })).toBeVisible();
  await field(other, "Wiadomość").fill("Tekst z drugiej karty.");
  stop("through");
  await expect(page).toHaveURL("/dziekujemy");
  await expect(field(other, "Wiadomość")).toHaveValue("Tekst z drugiej karty.");
  await other.reload();
  await appStarted(other);
  await expect(field(other, "Wiadomość")).toHaveValue("Tekst z drugiej karty.");
  await sendButton(other).click();
  await expect(other).toHaveURL("/dziekujemy");
  expect(storedFrom(site.dataDir, "Dwie Karty").map(({ message }) => message)).toEqual([
    enquiry.message,
    "Tekst z drugiej karty.",
  ]);
});

test("B10.4 the same message sent from two tabs is one enquiry", async ({ page, context, site }) => {
  await openApp(page, "/kontakt");
  const other = await context.newPage();
  await openApp(other, "/kontakt");
  await fillForm(page, { name: "Jedna Wiadomość" });
  await expect(field(other, "Wiadomość")).toHaveValue(enquiry.message);
  const letOneGo = await holdSends(page);
  const letOtherGo = await holdSends(other);
  await sendButton(page).click();
  await expect(form(other).getByRole("button", { name: "Wysyłanie…" })).toBeVisible();
  const sentAgain = other.waitForRequest("**/api/enquiries");
  await field(other, "Imię").press("Enter");
  await sentAgain;
  letOneGo("through");
  await expect(page).toHaveURL("/dziekujemy");
  letOtherGo("through");
  await expect(other).toHaveURL("/dziekujemy");
  expect(storedFrom(site.dataDir, "Jedna Wiadomość")).toHaveLength(1);
});

test("B10.4 a draft is forgotten after a week", async ({ page }) => {
  await openApp(page, "/kontakt");
  await fillForm(page);
  await page.clock.install({ time: Date.now() + 6 * 86_400_000 });
  await page.reload();
  await appStarted(page);
  await expect(field(page, "Wiadomość")).toHaveValue(enquiry.message);
  await page.goto("about:blank");
  await page.clock.setSystemTime(Date.now() + 7 * 86_400_000);
  await openApp(page, "/");
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await navigateInApp(page, "/kontakt");
  await expect(field(page, "Wiadomość")).toHaveValue("");
});

test("B10.4 the form can be cleared, here and in the browser's memory, and the text had back", async ({
  page,
}) => {
  await openApp(page, "/kontakt");
  const clear = page.getByRole("button", { name: "Wyczyść formularz" });
  const undo = page.getByRole("button", { name: "Przywróć tekst" });
  await expect(clear).toBeHidden();
  await fillForm(page);
  await form(page).getByRole("combobox", { name: "Czego dotyczy wiadomość?" }).selectOption("Inne");
  await clear.press("Enter");
  await expect(field(page, "Imię")).toHaveValue("");
  await expect(field(page, "Wiadomość")).toHaveValue("");
  await expect(form(page).getByRole("combobox", { name: "Czego dotyczy wiadomość?" })).toHaveValue("");
  await expect(undo).toBeFocused();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await undo.press("Enter");
  await expect(field(page, "Imię")).toHaveValue(enquiry.name);
  await expect(form(page).getByRole("combobox", { name: "Czego dotyczy wiadomość?" })).toHaveValue("Inne");
  await expect(clear).toBeFocused();
  await clear.press("Enter");
  await page.reload();
  await appStarted(page);
  await expect(field(page, "Imię")).toHaveValue("");
  await expect(clear).toBeHidden();
});

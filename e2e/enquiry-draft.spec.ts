import type { Page } from "@playwright/test";
import { alert, enquiry, field, fillForm, form, sendButton } from "./enquiry-form.ts";
import { navigateInApp } from "./in-app.ts";
import { storedFrom } from "./stored-enquiries.ts";
import { appStarted, expect, loseResponses, openApp, test } from "./test.ts";

test.use({ allowedProblems: /^console: Failed to load resource: (.* 503|net::ERR_(FAILED|INTERNET))/ });

const notices = (page: Page) => page.locator(".offline-notice");
const status = (page: Page) => form(page).locator(".form-status");

/** Holds back every send until the returned function decides its outcome. */
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

/** Goes from the thank-you page to an empty form without a new document. */
async function openFormAgain(page: Page): Promise<void> {
  await page.unrouteAll();
  await navigateInApp(page, "/kontakt");
  await expect(field(page, "Imię")).toHaveValue("");
}

test("B10.4 text typed during a slow send stays and is sent as another enquiry; typed during a failed send, it does not count as sent", async ({
  page,
  site,
}) => {
  await openApp(page, "/kontakt");
  await fillForm(page, { name: "Piszę Dalej" });
  let letGo = await holdSends(page);
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

  await openFormAgain(page);
  await fillForm(page, { name: "Piszę Na Próżno" });
  letGo = await holdSends(page);
  await sendButton(page).click();
  await field(page, "Wiadomość").pressSequentially("!");
  letGo("lost");
  await expect(status(page)).toHaveText("Ta wiadomość nie została jeszcze wysłana.");
  await expect(field(page, "Wiadomość")).toBeFocused();
  await navigateInApp(page, "/oferta");
  await expect(notices(page)).toContainText("nie udało się wysłać");
  expect(storedFrom(site.dataDir, "Piszę Na Próżno")).toEqual([]);
});

test("B10.4 a send that is refused or lost after the visitor left the form is reported on the other page, with a link back, and one that succeeds is confirmed there", async ({
  page,
  site,
}) => {
  await openApp(page, "/kontakt");
  for (const fate of ["refused", "lost", "through"] as const) {
    const name = `Już Na Ofercie ${fate}`;
    await fillForm(page, { name });
    const letGo = await holdSends(page);
    await sendButton(page).click();
    await navigateInApp(page, "/oferta");
    await expect(page).toHaveTitle(/^Oferta/);
    await expect(notices(page), fate).toBeEmpty();
    letGo(fate);
    if (fate === "through") break;
    const isLost = fate === "lost";
    const told = isLost
      ? "Nie wiadomo, czy Twoja wiadomość dotarła."
      : "Twojej wiadomości nie udało się wysłać.";
    await expect(notices(page), fate).toContainText(told);
    await page.reload();
    await appStarted(page);
    await notices(page).getByRole("link", { name: "otwórz formularz" }).click();
    await expect(field(page, "Wiadomość"), fate).toHaveValue(enquiry.message);
    await expect(status(page), fate).toHaveText(
      isLost
        ? "Nie wiadomo, czy ta wiadomość dotarła. Wyślij ją jeszcze raz: nie dotrze dwa razy."
        : "Ta wiadomość nie została jeszcze wysłana.",
    );
    await page.unrouteAll();
    await sendButton(page).click();
    await expect(page, fate).toHaveURL("/dziekujemy");
    expect(storedFrom(site.dataDir, name)).toMatchObject([{ status: "accepted" }]);
    await openFormAgain(page);
  }
  await expect(notices(page)).toContainText("Twoja wiadomość dotarła");
  await expect(page).toHaveURL("/oferta");
  expect(storedFrom(site.dataDir, "Już Na Ofercie through")).toHaveLength(1);
});

test("B10.4 a message is stored once if its response was lost and a reload sends it again, and if its document was left during the send and the next one sends it; a text sent right after returning to the form is not spam", async ({
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

  await openFormAgain(page);
  await fillForm(page, { name: "Zgubiona Odpowiedź" });
  await loseResponses(page, "**/api/enquiries");
  await sendButton(page).click();
  await expect(alert(page)).toContainText("Serwer nie potwierdził");
  const [first] = storedFrom(site.dataDir, "Zgubiona Odpowiedź");
  expect(first).toBeDefined();
  await page.unrouteAll();
  await page.reload();
  await appStarted(page);
  await sendButton(page).click();
  await expect(page.locator(".reference")).toHaveText(`${first?.reference}`);
  expect(storedFrom(site.dataDir, "Zgubiona Odpowiedź")).toHaveLength(1);

  await openFormAgain(page);
  await fillForm(page, { name: "Zamknięta Karta" });
  // The first send is never answered, because a response could still reach the closing document.
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
  // If the document were left before its request starts, the route would catch the next document's request.
  await held.promise;
  await page.goto("about:blank");
  await openApp(page, "/");
  await expect(notices(page)).toContainText("Twoja wiadomość dotarła");
  expect(storedFrom(site.dataDir, "Zamknięta Karta")).toMatchObject([{ status: "accepted" }]);
});

test("B10.4 the same message sent from two tabs is one enquiry", async ({ page, context, site }) => {
  await openApp(page, "/kontakt");
  await fillForm(page, { name: "Jedna Wiadomość" });
  const other = await context.newPage();
  await openApp(other, "/kontakt");
  await expect(field(other, "Wiadomość")).toHaveValue(enquiry.message);
  const letOneGo = await holdSends(page);
  const letOtherGo = await holdSends(other);
  await sendButton(page).click();
  await expect(form(page).getByRole("button", { name: "Wysyłanie…" })).toBeVisible();
  const sentAgain = other.waitForRequest("**/api/enquiries");
  await field(other, "Imię").press("Enter");
  await sentAgain;
  letOneGo("through");
  await expect(page).toHaveURL("/dziekujemy");
  letOtherGo("through");
  await expect(other).toHaveURL("/dziekujemy");
  expect(storedFrom(site.dataDir, "Jedna Wiadomość")).toHaveLength(1);
});

test("B10.4 clearing the form also deletes the stored draft, and can be undone; a draft is deleted after a week", async ({
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

import type { Page } from "@playwright/test";
import { formatPhone } from "../content-model/format-phone.ts";
import { loadContent } from "../content-model/load.ts";
import { alert, enquiry, field, fillForm, form, holdScripts, sendButton } from "./enquiry-form.ts";
import { setConnection } from "./in-app.ts";
import type { SiteProcess } from "./site-process.ts";
import { storedFrom } from "./stored-enquiries.ts";
import { appStarted, expect, openApp, test } from "./test.ts";

test.use({ allowedProblems: /^console: Failed to load resource: .* (422|503)/ });

const content = loadContent("content");
const phone = formatPhone(content.site.telephone ?? "");
const goal = (page: Page) => form(page).getByRole("combobox", { name: "Czego dotyczy wiadomość?" });

test("B10.1 the form begins within the first screen of a phone, has its six fields, the goals of the offer and no checkbox, asks to shorten a pasted text over 4000 characters and keeps it whole; the privacy notice is beside it, in full further down, sets the right to object apart and asks visitors not to send health data", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openApp(page, "/kontakt");
  const bar = await page.locator(".call-bar").boundingBox();
  const first = await field(page, "Imię").boundingBox();
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  await expect(field(page, "Imię")).toHaveAttribute("required");
  await expect(field(page, "Telefon")).not.toHaveAttribute("required");
  await expect(field(page, "E-mail")).not.toHaveAttribute("required");
  await expect(field(page, "Kiedy najlepiej się odezwać?")).not.toHaveAttribute("required");
  await expect(field(page, "Wiadomość")).toHaveAttribute("required");
  const { services, packages } = content.oferta;
  const goals = [...[...services, ...packages].map(({ name }) => name), "Inne"];
  await expect(goal(page).getByRole("option")).toHaveText(["Wybierz", ...goals]);
  await expect(form(page).getByRole("checkbox")).toHaveCount(0);

  await field(page, "Wiadomość").fill("a".repeat(4001));
  await form(page).getByRole("button", { name: "Wyślij" }).click();
  await expect(page.getByRole("alert")).toContainText("Skróć ten tekst do 4000\u00a0znaków");
  await expect(field(page, "Wiadomość")).toHaveValue("a".repeat(4001));

  for (const paragraph of content.kontakt.informationClause) {
    await expect(form(page)).toContainText(paragraph.replace("{retentionDays}", "365"));
  }
  await expect(form(page)).toContainText("Nie wpisuj tu informacji o zdrowiu");
  const objection = page.locator(".objection");
  await expect(objection).toHaveText([
    content.prywatnosc.objection ?? "",
    content.prywatnosc.objection ?? "",
  ]);
  for (const words of await objection.all()) await expect(words).toHaveCSS("font-weight", "650");
  await form(page).getByRole("link", { name: "Pełna informacja o danych osobowych" }).click();
  await expect(page).toHaveURL("/kontakt#prywatnosc");
  await expect(page.getByRole("heading", { name: content.prywatnosc.heading })).toBeInViewport();
  await expect(page.getByText(content.prywatnosc.sections[0]?.paragraphs[0] ?? "")).toBeInViewport();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`JavaScript ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("B10.6 the link at a price opens the form with that service, and the link at an open slot with that slot", async ({
      page,
    }) => {
      await page.goto("/oferta");
      await page.locator("#dieta").getByRole("link", { name: "Zapytaj: Dieta" }).click();
      await expect(page.locator("#formularz")).toBeInViewport();
      await expect(goal(page)).toHaveValue("Dieta");
      await page.goBack();
      await page.getByRole("link", { name: "Zapytaj: 10 treningów" }).click();
      await expect(goal(page)).toHaveValue("10 treningów");
      await page.goto("/kontakt?termin=we-1900");
      await expect(goal(page)).toHaveValue("Trening personalny");
      await expect(field(page, "Wiadomość")).toHaveValue(/^Proszę o termin: środa, godz. 19:00\./);
      // Without JavaScript only if it comes first.
      for (const query of ["cel=dieta&fbclid=1", ...(javaScriptEnabled ? ["z=ulotka&cel=dieta"] : [])]) {
        await page.goto(`/kontakt?${query}`);
        await expect(goal(page)).toHaveValue("Dieta");
      }
    });
  });
}

test("B10.6 a link's request is added above a text already begun, and a reload does not repeat it", async ({
  page,
}) => {
  // As where nobody answers for dates: the hours of the week stay.
  await page.route("/api/slots", (route) => route.fulfill({ status: 200, json: {} }));
  await openApp(page, "/kontakt");
  await field(page, "Wiadomość").fill("Wracam po przerwie.");
  await page.getByRole("link", { name: "sobota, 9:00" }).click();
  const both = "Proszę o rozmowę: sobota, godz. 9:00.\n\nWracam po przerwie.";
  await expect(field(page, "Wiadomość")).toHaveValue(both);
  await expect(page).toHaveURL("/kontakt#formularz");
  await goal(page).selectOption("Inne");
  await page.reload();
  await appStarted(page);
  await expect(field(page, "Wiadomość")).toHaveValue(both);
  await expect(goal(page)).toHaveValue("Inne");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("B10.2 B10.7 bad input shows the page again with status 422, the typed text and a focused error summary; corrected, it leads to the thank-you page by a redirect, with the reference; a phone number alone asks for a call", async ({
    page,
    site,
  }) => {
    const send = async () => {
      const posted = page.waitForResponse((response) => response.request().method() === "POST");
      await sendButton(page).click();
      return (await posted).status();
    };
    await page.goto("/kontakt");
    await fillForm(page, { name: "Bez Skryptu", email: "to-nie-adres" });
    // Otherwise the browser's own validation would stop the form.
    await form(page).evaluate((element: HTMLFormElement) => {
      element.noValidate = true;
    });
    expect(await send()).toBe(422);
    await expect(page).toHaveTitle(/^Błąd: Kontakt/);
    await expect(field(page, "Imię")).toHaveValue("Bez Skryptu");
    await expect(field(page, "E-mail")).toHaveValue("to-nie-adres");
    await expect(field(page, "Wiadomość")).toHaveValue(enquiry.message);
    const link = alert(page).getByRole("link");
    await expect(link).toHaveAttribute("href", "#email");
    const words = (await link.textContent()) ?? "";
    await expect(form(page).locator("#email-error")).toContainText(words);
    await expect(field(page, "E-mail")).toHaveAttribute("aria-invalid", "true");
    expect(storedFrom(site.dataDir, "Bez Skryptu")).toEqual([]);
    await expect(alert(page)).toBeFocused();

    await field(page, "E-mail").fill(enquiry.email);
    expect(await send()).toBe(303);
    await expect(page).toHaveURL(/\/dziekujemy(\?|$)/);
    const [stored] = storedFrom(site.dataDir, "Bez Skryptu");
    expect(stored?.message).toBe(enquiry.message);
    await expect(page.locator(".reference")).toHaveText(stored?.reference ?? "");
    await expect(page.locator("h1")).toHaveText(content.dziekujemy.heading);

    await page.goto("/kontakt");
    await askForCall(page, site, "600 700 802");
  });
});

async function askForCall(page: Page, { dataDir }: SiteProcess, number: string): Promise<void> {
  const callMe = page.getByRole("button", { name: "Oddzwoń do mnie" });
  await callMe.click();
  await expect(page.getByRole("link", { name: "Wpisz numer, pod który oddzwonić" })).toBeVisible();
  await field(page, "Telefon").fill(number);
  await callMe.click();
  await expect(page.locator("h1")).toHaveText(content.dziekujemy.heading);
  expect(storedFrom(dataDir, number)).toMatchObject([{ message: "Proszę o telefon." }]);
}

test("B10.4 B10.2 what is typed before the script loads stays: in an empty form, which survives a reload, and in one that a link has filled in; a form sent meanwhile keeps its errors, its text and what is changed", async ({
  page,
}) => {
  const start = async (letScriptsCome: () => void) => {
    letScriptsCome();
    await page.locator("h1").click();
    await appStarted(page);
  };
  const openWithoutScript = async (path: string) => {
    await page.unrouteAll();
    const letScriptsCome = await holdScripts(page);
    await page.goto(path);
    return letScriptsCome;
  };

  let letScriptsCome = await openWithoutScript("/kontakt");
  await fillForm(page);
  await start(letScriptsCome);
  await expect(field(page, "Imię")).toHaveValue(enquiry.name);
  await expect(field(page, "Wiadomość")).toHaveValue(enquiry.message);
  await page.reload();
  await appStarted(page);
  await expect(field(page, "Wiadomość")).toHaveValue(enquiry.message);
  await page.evaluate(() => localStorage.clear());

  letScriptsCome = await openWithoutScript("/kontakt?termin=we-1900");
  await expect(goal(page)).toHaveValue("Trening personalny");
  await goal(page).selectOption("Inne");
  await field(page, "Wiadomość").fill("Czy można przyjść w środę o 18:00?");
  await start(letScriptsCome);
  await expect(field(page, "Wiadomość")).toHaveValue("Czy można przyjść w środę o 18:00?");
  await expect(goal(page)).toHaveValue("Inne");
  await page.evaluate(() => localStorage.clear());

  letScriptsCome = await openWithoutScript("/kontakt");
  await fillForm(page, { email: "" });
  await field(page, "Kiedy najlepiej się odezwać?").fill("po 17:00");
  const posted = page.waitForResponse((response) => response.request().method() === "POST");
  await sendButton(page).click();
  expect((await posted).status()).toBe(422);
  await expect(page).toHaveTitle(/^Błąd: Kontakt/);
  const longer = `${enquiry.message} Mogę tylko po 18.`;
  await field(page, "Wiadomość").fill(longer);
  await field(page, "Imię").fill("");
  await start(letScriptsCome);
  await expect(page).toHaveTitle(/^Błąd: Kontakt/);
  await expect(alert(page).getByRole("link")).toHaveText([
    "Podaj numer telefonu lub adres e\u2060-\u2060mail",
  ]);
  await expect(field(page, "Kiedy najlepiej się odezwać?")).toHaveValue("po 17:00");
  await expect(field(page, "Wiadomość")).toHaveValue(longer);
  await expect(field(page, "Imię")).toHaveValue("");
});

test("B10.2 B10.3 B10.5 with JavaScript, bad input is reported at once in a focused summary that links to the fields, and the thank-you page comes without a reload; a double click sends one enquiry, and a retry has the same key; a reload keeps the thanks", async ({
  page,
  site,
}) => {
  await openApp(page, "/kontakt");
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await sendButton(page).click();
  await expect(alert(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Błąd: Kontakt/);
  await expect(alert(page).getByRole("link")).toHaveText([
    "Wpisz imię",
    "Podaj numer telefonu lub adres e\u2060-\u2060mail",
    "Wpisz wiadomość",
  ]);
  for (const [words, label] of [
    ["Wpisz wiadomość", "Wiadomość"],
    ["Wpisz imię", "Imię"],
    ["Wpisz wiadomość", "Wiadomość"],
  ] as const) {
    await alert(page).getByRole("link", { name: words }).click();
    await expect(field(page, label)).toBeFocused();
    await expect(field(page, label)).toBeInViewport();
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`Błąd: ${words}`));
  }
  await fillForm(page, { name: "Dwa Kliknięcia", email: "ola@example" });
  await sendButton(page).click();
  await expect(alert(page).getByRole("link")).toHaveText([/^Wpisz adres e\u2060-\u2060mail w\s/]);
  await expect(alert(page)).toBeFocused();

  await field(page, "E-mail").fill(enquiry.email);
  const keys: string[] = [];
  let failing = true;
  await page.route("**/api/enquiries", async (route) => {
    keys.push(route.request().postDataJSON().key);
    if (failing) await route.fulfill({ status: 503, json: {} });
    else await route.continue();
  });
  await sendButton(page).dblclick();
  await expect(alert(page)).toContainText("Wysyłanie się nie powiodło");
  expect(keys).toHaveLength(1);
  failing = false;
  await sendButton(page).dblclick();
  await expect(page).toHaveURL("/dziekujemy");
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
  const [stored, ...others] = storedFrom(site.dataDir, "Dwa Kliknięcia");
  expect(others).toEqual([]);
  await expect(page.locator(".reference")).toHaveText(stored?.reference ?? "");
  await expect(page.locator("h1")).toBeFocused();
  await page.reload();
  await appStarted(page);
  await expect(page.locator("h1")).toHaveText(content.dziekujemy.heading);
  await expect(page.locator(".reference")).toHaveText(stored?.reference ?? "");
});

test("B10.5 B10.7 the thank-you page shows the response time, the next steps and the phone number, and claims that a message arrived only if one was sent; a phone number alone asks for a call; with data saving on, a reload still shows the reference", async ({
  page,
  site,
}) => {
  await setConnection(page, { saveData: true });
  const main = page.locator("main");
  const open = async (path: string) => {
    await page.goto(path);
    await page.locator("h1").click();
    await appStarted(page);
  };
  const { next, direct } = content.dziekujemy;
  await open("/dziekujemy");
  await expect(page.locator("h1")).toHaveText(direct.heading);
  await expect(page.locator(".reference")).toHaveCount(0);
  await expect(main).not.toContainText(/dotarł/);
  await expect(page).not.toHaveTitle(/dotarł/);
  await expect(main).toContainText(content.site.answerTime);
  for (const step of next) await expect(main).toContainText(step);
  const call = main.getByRole("link", { name: phone });
  await expect(call).toHaveAttribute("href", `tel:${content.site.telephone}`);
  await open("/dziekujemy?ref=7K3M-9QXR");
  await expect(page.locator("h1")).toHaveText(direct.heading);
  await expect(main).not.toContainText(/dotarł|7K3M/);

  await open("/kontakt");
  await askForCall(page, site, "600 700 801");
  const reference = page.locator(".reference");
  const sent = (await reference.textContent()) ?? "";
  await page.reload();
  await expect(reference).toHaveText(sent);
});

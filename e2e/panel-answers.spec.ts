import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import { sqliteFile } from "../enquiries/storage/database.server.ts";
import { type MailServer, startMailServer } from "../enquiries/testing/mail-server.ts";
import { violationsOf } from "./axe.ts";
import { navigateInApp } from "./in-app.ts";
import {
  onAnotherDevice,
  openScreen,
  test as panelTest,
  sendEnquiry,
  signIn,
  withInbox,
} from "./panel-site.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, holdRequests, loseResponses } from "./test.ts";

const visitor = "lucja@poczta.example";
const sample = { goal: "Trening personalny" };

/** A site with a mail server of its own. */
const test = panelTest.extend<{ mailServer: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  mailServer: async ({}, use) => {
    const mailServer = await startMailServer();
    await use(mailServer);
    await mailServer.stop();
  },
  siteSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "strona@studio.example", MAIL_TO: "trener@studio.example" }),
});

/** What has arrived for the visitor, after the confirmation. */
const answersIn = (mailServer: MailServer) =>
  mailServer.received.filter(({ to, mail }) => to === visitor && mail.inReplyTo !== undefined);

async function openEnquiry(
  page: Page,
  site: SiteProcess,
  mailServer: MailServer,
  enquiry: Record<string, string> = {},
): Promise<string> {
  const reference = await sendEnquiry(site, enquiry);
  await expect.poll(() => mailServer.received.map(({ to }) => to)).toContain(visitor);
  await signIn(page, site);
  await page.goto(`/panel/zapytania/${reference}`);
  await expect(page.getByLabel("Treść odpowiedzi")).toBeVisible();
  return reference;
}

const send = (page: Page) => page.getByRole("button", { name: "Wyślij e-mail" });
const body = (page: Page) => page.getByLabel("Treść odpowiedzi");
/** The owner comes back to the panel from another app. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test("C2.1 C2.2 C2.4 a ready answer is filled in, completed and sent in the thread of the confirmation; its way is shown", async ({
  page,
  panelSite,
  mailServer,
}) => {
  const reference = await openEnquiry(page, panelSite, mailServer, sample);
  await page.getByRole("button", { name: "Pierwsza odpowiedź" }).click();
  await expect(body(page)).toHaveValue(/Trening personalny: 1\d\d zł za trening/);
  const { slots } = await (await page.request.get("/api/slots")).json();
  if (slots.length > 0)
    await expect(body(page)).toHaveValue(
      /terminy: .+ \d+:\d\d \((?:bezpłatna rozmowa|trening)\)\. Termin można wybrać tutaj: http\S+\n/,
    );
  else
    await expect(page.getByText("Pominięto zdania, dla których nie ma danych: terminy, link.")).toBeVisible();
  await expect(
    page.getByText("przyjdzie do Twojej skrzynki trener@studio.example; panel jej nie czyta"),
  ).toBeVisible();
  await body(page).press("Control+End");
  await body(page).pressSequentially(" Pozdrawiam!");
  await send(page).click();
  await expect.poll(() => answersIn(mailServer)).toHaveLength(1);
  const confirmation = mailServer.received.find(({ to }) => to === visitor)?.mail;
  const [{ mail, raw } = { mail: undefined, raw: "" }] = answersIn(mailServer);
  expect(mail).toMatchObject({
    inReplyTo: confirmation?.messageId,
    references: confirmation?.messageId,
    subject: `Re: ${confirmation?.subject}`,
    from: { value: [{ address: "strona@studio.example" }] },
    replyTo: { value: [{ address: "trener@studio.example" }] },
  });
  expect(mail?.subject).toContain(reference);
  expect(mail?.text).toMatch(
    /zadzwonić\? Pozdrawiam!\n\nTwoja wiadomość, .*:\n\n> Dzień dobry, chcę zacząć trenować\./,
  );
  expect(mail?.text).not.toContain("{");
  expect(raw).not.toContain("auto-replied");

  await expect(page.getByRole("button", { name: "w kontakcie", pressed: true })).toBeVisible();
  await expect(body(page)).toHaveValue("");
  await comeBack(page);
  await expect(page.getByText(/E-mail do tej osoby: przyjęty przez serwer poczty dziś o/)).toBeVisible();
  await expect(page.getByText("Pozdrawiam!")).toBeVisible();
});

test("C2.1 C2.2 on a small laptop every ready answer is within reach of a mouse, which cannot swipe them; a double tap sends one e-mail; what is typed while an answer or a note is being sent stays", async ({
  page,
  panelSite,
  mailServer,
}) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  const reference = await openEnquiry(page, panelSite, mailServer);
  const row = page.getByRole("group", { name: "Gotowe odpowiedzi" });
  const edge = await body(page).evaluate((area) => area.getBoundingClientRect().right);
  const ends = await row
    .locator(".button")
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().right));
  expect(ends.length).toBeGreaterThan(4);
  expect(Math.max(...ends)).toBeLessThanOrEqual(edge);
  // WebKit would not paint its legend.
  await expect(row).toHaveCSS("overflow-x", "visible");

  await body(page).fill("Zapraszam.");
  await send(page).dblclick();
  await expect(body(page)).toHaveValue("");
  await expect.poll(() => answersIn(mailServer)).toHaveLength(1);
  // What the ready answer left out is not told of the next one.
  await page.getByRole("button", { name: "Pierwsza odpowiedź" }).click();
  await expect(page.getByText("Pominięto zdania")).toBeVisible();
  await body(page).fill("I jeszcze jedno.");
  await send(page).click();
  await expect(body(page)).toHaveValue("");
  await body(page).fill("Drobiazg.");
  await expect(page.getByText("Pominięto zdania")).toBeHidden();
  await expect
    .poll(() => answersIn(mailServer).map(({ mail }) => mail.text?.split("\n")[0]))
    .toEqual(["Zapraszam.", "I jeszcze jedno."]);

  for (const [field, name, path] of [
    [body(page), "Wyślij e-mail", "**/answers"],
    [page.getByLabel("Nowa notatka"), "Dodaj notatkę", "**/notes"],
  ] as const) {
    const release = await holdRequests(page, path);
    await field.fill("Do wtorku.");
    await page.getByRole("button", { name }).click();
    await field.fill("Dopisek.");
    const answered = page.waitForResponse(path);
    release();
    await answered;
    await expect(page.getByRole("button", { name, disabled: false })).toBeVisible();
    await expect(field).toHaveValue("Dopisek.");
  }
  await expect(page.locator(".message", { hasText: /^Do wtorku\.$/ })).toHaveCount(2);
  await page.goto(`/panel/zapytania/${reference}`);
  await expect(body(page)).toHaveValue("Dopisek.");
});

test.describe("while the connection goes", () => {
  test.use({ allowedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

  test("C2.2 an answer written without a connection survives the killed page, and is sent once; one whose response was lost is not sent again: not by a second tap, nor after a reload", async ({
    page,
    panelSite,
    mailServer,
  }) => {
    const reference = await openEnquiry(page, panelSite, mailServer);
    await page.context().setOffline(true);
    await body(page).fill("Zapraszam we wtorek.");
    await send(page).click();
    await expect(page.getByRole("alert").filter({ hasText: "Brak połączenia" })).toBeVisible();
    await expect(body(page)).toHaveValue("Zapraszam we wtorek.");
    await page.close({ runBeforeUnload: false });
    await page.context().setOffline(false);
    const next = await page.context().newPage();
    await next.goto(`/panel/zapytania/${reference}`);
    await expect(body(next)).toHaveValue("Zapraszam we wtorek.");
    await send(next).click();
    await expect(body(next)).toHaveValue("");
    await next.reload();
    await expect(body(next)).toHaveValue("");
    await expect.poll(() => answersIn(mailServer)).toHaveLength(1);

    await loseResponses(next, "**/answers");
    await body(next).fill("Zapraszam.");
    const asked = next.waitForRequest("**/answers");
    await send(next).click();
    const request = await asked;
    await expect(next.getByRole("alert").filter({ hasText: "Brak połączenia" })).toBeVisible();
    // The same words again: a second tap has a key of its own.
    const repeated = await next.request.post(request.url(), {
      headers: { ...(await request.allHeaders()), "idempotency-key": "0".repeat(32) },
      data: request.postDataJSON(),
    });
    expect(repeated.status()).toBe(204);
    await next.reload();
    await expect(next.getByText("Zapraszam.")).toBeVisible();
    await expect(body(next)).toHaveValue("");
    // The same words, written on purpose, are a new answer.
    await body(next).fill("Zapraszam.");
    await expect(body(next)).toHaveValue("Zapraszam.");
    await next.unrouteAll();
    await body(next).fill("Dopisek.");
    await send(next).click();
    await expect
      // Two that wait at once are sent in any order.
      .poll(() =>
        answersIn(mailServer)
          .map(({ mail }) => mail.text?.split("\n")[0])
          .sort(),
      )
      .toEqual(["Dopisek.", "Zapraszam we wtorek.", "Zapraszam."]);
  });
});

test("C2.2 an answer refused for good says so, stands in “Dziś”, again after “Cofnij”, and can be written again; one that is sent while another device closes the enquiry leaves it closed", async ({
  page,
  panelSite,
  panelUrl,
  mailServer,
}) => {
  const reference = await openEnquiry(page, panelSite, mailServer);
  mailServer.state.mood = "refuse recipient";
  await body(page).fill("Zapraszam.");
  await send(page).click();
  const status = async () => {
    const enquiry = await (await page.request.get(`/panel/api/enquiries/${reference}`)).json();
    return enquiry.emails.at(-1);
  };
  await expect.poll(status).toMatchObject({ kind: "answer", status: "dead" });
  const today = await (await page.request.get("/panel/api/enquiries/today")).json();
  expect(today.steps).toMatchObject([{ reference, step: { kind: "failed" } }]);
  await navigateInApp(page, "/panel/dzis");
  const known = page.getByRole("button", { name: "Wiem (Łucja Próbna)" });
  await known.click();
  await expect(page.getByText("Nikt nie czeka na odpowiedź.")).toBeVisible();
  await page.getByRole("button", { name: "Cofnij" }).click();
  await expect(known).toBeVisible();
  await navigateInApp(page, `/panel/zapytania/${reference}`);
  await expect(page.getByText("E-mail do tej osoby: nie udało się go wysłać.")).toBeVisible();
  await page.getByRole("button", { name: "Napisz jeszcze raz" }).click();
  await expect(body(page)).toHaveValue("Zapraszam.");
  mailServer.state.mood = "accept";
  await send(page).click();
  await expect.poll(() => answersIn(mailServer)).toHaveLength(1);

  const closing = await sendEnquiry(panelSite, { name: "Jan Inny" });
  await page.goto(`/panel/zapytania/${closing}`);
  await body(page).fill("Zapraszam.");
  const closed = await page.request.put(`/panel/api/enquiries/${closing}/state`, {
    headers: { Origin: panelUrl, "X-Panel": "1", "Idempotency-Key": "0".repeat(32) },
    data: { from: "new", state: "closed", outcome: "client" },
  });
  expect(closed.status()).toBe(204);
  await send(page).click();
  await expect.poll(() => answersIn(mailServer)).toHaveLength(2);
  await expect(page.getByRole("button", { name: "zamknięte", pressed: true })).toBeVisible();
});

test.describe("a response that is lost", () => {
  test.use({ allowedProblems: /net::ERR_FAILED|status of 401/ });

  test("T14 an unsent answer goes after a week, when the device signs out, and when the response to the sign-out is lost", async ({
    page,
    panelSite,
    mailServer,
  }) => {
    const reference = await openEnquiry(page, panelSite, mailServer);
    await body(page).fill("Sprzed miesiąca");
    const stored = () => page.evaluate(() => localStorage["panel:answers"]);
    await expect.poll(stored).toContain("Sprzed miesiąca");
    await page.evaluate(() => {
      const drafts = JSON.parse(localStorage["panel:answers"]);
      for (const draft of Object.values<{ at: number }>(drafts)) draft.at -= 30 * 24 * 60 * 60_000;
      localStorage["panel:answers"] = JSON.stringify(drafts);
    });
    await page.goto(`/panel/zapytania/${reference}`);
    await expect(body(page)).toHaveValue("");
    expect(await stored()).toBe("{}");

    const signOut = page.getByRole("button", { name: "Wyloguj to urządzenie" });
    await body(page).fill("Jeszcze niegotowe");
    await expect.poll(stored).toContain("Jeszcze niegotowe");
    await navigateInApp(page, "/panel/ustawienia/urzadzenia");
    await signOut.click();
    await expect(page.getByRole("button", { name: "Wejdź" })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("Jeszcze niegotowe");

    await signIn(page, panelSite);
    await page.goto(`/panel/zapytania/${reference}`);
    await body(page).fill("Jeszcze niegotowe");
    await expect.poll(stored).toContain("Jeszcze niegotowe");
    await page.goto("/panel/ustawienia/urzadzenia");
    await loseResponses(page, "**/panel/api/sign-out");
    await signOut.click();
    await expect.poll(stored).toBe("{}");
  });

  test("C2.1 P2.5 P4.6 a ready answer that was begun and left gives way to what another device saves; what is typed after one was saved stays, although the response was lost; a session that ends while they are written loses none, old or new", async ({
    page,
    panelSite,
  }) => {
    await signIn(page, panelSite);
    await page.goto("/panel/zapytania/odpowiedzi");
    await page.getByText("Brak wolnych terminów").click();
    const form = page.locator("details[open]");
    const text = form.getByLabel("Treść");
    await text.fill("Zaczęte na telefonie.");
    await page.reload();
    await expect(text).toHaveValue("Zaczęte na telefonie.");
    await openScreen(page, "dzis", "Dziś");
    await withInbox(panelSite, async (inbox) => {
      const ready = (await inbox.readyAnswers()).find(({ name }) => name === "Brak wolnych terminów");
      if (ready) await inbox.saveReadyAnswer({ ...ready, text: "Zapisane na laptopie." });
    });
    await page.goto("/panel/zapytania/odpowiedzi");
    const item = page.locator("details").filter({ hasText: "Brak wolnych terminów" });
    await item.evaluate((details: HTMLDetailsElement) => {
      details.open = true;
    });
    await expect(item.getByLabel("Treść")).toHaveValue("Zapisane na laptopie.");

    await text.fill("Zapisane.");
    await loseResponses(page, "**/panel/api/answers/*");
    await form.getByRole("button", { name: "Zapisz" }).click();
    await expect(form.getByRole("alert").filter({ hasText: "Brak połączenia" })).toBeVisible();
    await expect(form.getByText("Zapisano.")).toBeHidden();
    await text.press("End");
    await page.keyboard.type(" Pisane dalej");
    await page.unrouteAll();
    const refreshed = page.waitForResponse("**/panel/api/answers");
    await comeBack(page);
    expect(await (await refreshed).text()).toContain("Zapisane.");
    await text.press("End");
    await page.keyboard.type(".");
    await expect(text).toHaveValue("Zapisane. Pisane dalej.");
    await form.getByRole("button", { name: "Zapisz" }).click();
    await expect(form.getByText("Zapisano.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Brak wolnych terminów")).toBeVisible();
    expect(await page.evaluate(() => localStorage["panel:answers"])).toBe("{}");

    await page.getByText("Brak wolnych terminów").click();
    await text.fill("Dłuższa treść.");
    await page.getByRole("button", { name: "Dodaj odpowiedź" }).click();
    const added = page.locator("details").nth(5);
    await added.getByLabel("Nazwa").fill("Zimowa");
    await added.getByLabel("Treść").fill("Pisana kwadrans.");
    await page.context().clearCookies();
    await added.getByRole("button", { name: "Zapisz" }).click();
    await expect(page.getByRole("button", { name: "Wejdź" })).toBeVisible();
    await signIn(page, panelSite);
    await page.goto("/panel/zapytania/odpowiedzi");
    await expect(added.getByLabel("Treść")).toHaveValue("Pisana kwadrans.");
    await added.getByRole("button", { name: "Zapisz" }).click();
    await expect(added.locator("summary")).toHaveText("Zimowa");
    const begun = page.locator("details[open]").first();
    await expect(begun.getByLabel("Treść")).toHaveValue("Dłuższa treść.");
    await begun.getByRole("button", { name: "Zapisz" }).click();
    await expect(begun.getByText("Zapisano.")).toBeVisible();
    expect(await page.evaluate(() => localStorage["panel:answers"])).toBe("{}");
  });
});

test.describe("to a person who is erased meanwhile", () => {
  test.use({ allowedProblems: /status of 404/ });

  test("C2.2 a waiting answer does not go out, and a draft on another device ends", async ({
    browser,
    page,
    panelSite,
    panelUrl,
    mailServer,
  }) => {
    const reference = await openEnquiry(page, panelSite, mailServer);
    const laptop = await onAnotherDevice(browser, panelUrl);
    // A link from the server would end the session of the first device.
    await laptop.context.addCookies(await page.context().cookies());
    await laptop.page.goto(`/panel/zapytania/${reference}`);
    await body(laptop.page).fill("Nigdy niewysłany szkic.");
    await laptop.page.getByLabel("Nowa notatka").fill("I szkic notatki.");
    mailServer.state.mood = "not now";
    await body(page).fill("Nigdy niewysłana odpowiedź.");
    await send(page).click();
    await expect(page.getByText("Nigdy niewysłana odpowiedź.")).toBeVisible();
    const stored = () => {
      using database = new DatabaseSync(sqliteFile(panelSite.dataDir), { readOnly: true });
      return database.prepare("select status, attempts from outbox where kind = 'answer'").all();
    };
    await expect.poll(stored).toMatchObject([{ status: "waiting", attempts: 1 }]);

    await page.getByText("Usuń dane tej osoby").click();
    await page.getByRole("button", { name: "Pokaż, co zniknie" }).click();
    await page.getByRole("button", { name: "Usuń na zawsze" }).click();
    await expect(page.getByRole("heading", { name: "Zapytania" })).toBeVisible();
    await expect.poll(stored).toEqual([]);
    // It hears of the erasure by itself.
    await expect(laptop.page.getByRole("heading", { name: "Tego tu nie ma" })).toBeVisible();
    expect(await laptop.page.evaluate(() => JSON.stringify(localStorage))).not.toContain("szkic");

    mailServer.state.mood = "accept";
    await sendEnquiry(panelSite, { name: "Jan Inny", email: "jan@poczta.example", phone: "600 100 201" });
    await expect.poll(() => mailServer.received.map(({ to }) => to)).toContain("jan@poczta.example");
    expect(mailServer.received.filter(({ mail }) => mail.text?.includes("niewys"))).toEqual([]);
    await laptop.context.close();
  });
});

test.describe("in another app", () => {
  // This browser has no phone.
  test.use({
    allowedProblems: /scheme does not have a registered handler|^request: (?:https:\/\/wa\.me|tel:)/,
  });

  test("C2.3 the links open the phone's apps with the chosen words; coming back from a call asks once, and one tap writes note, state and tomorrow", async ({
    page,
    panelSite,
    mailServer,
  }) => {
    await openEnquiry(page, panelSite, mailServer);
    await expect(page.getByRole("link", { name: "Zadzwoń" })).toHaveAttribute("href", "tel:+48600100200");
    const sms = page.getByRole("link", { name: "SMS" });
    await expect(sms).toHaveAttribute("href", "sms:+48600100200");
    await body(page).fill("Pierwsze słowa.");
    await page.getByRole("button", { name: "Brak wolnych terminów" }).click();
    await expect(page.getByRole("button", { name: "Przywróć poprzedni tekst" })).toBeVisible();
    await body(page).fill("Jutro o 17:00 & wcześniej?\nŁ");
    const words = encodeURIComponent("Jutro o 17:00 & wcześniej?\nŁ");
    await expect(sms).toHaveAttribute("href", `sms:+48600100200?&body=${words}`);
    const asked: { url: string; referer: string | undefined }[] = [];
    await page.context().route("https://wa.me/**", async (route) => {
      asked.push({ url: route.request().url(), referer: (await route.request().allHeaders()).referer });
      await route.fulfill({ body: "WhatsApp" });
    });
    expect(asked).toEqual([]);
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "WhatsApp" }).click();
    await (await opened).waitForLoadState();
    expect(asked).toEqual([{ url: `https://wa.me/48600100200?text=${words}`, referer: undefined }]);
    await comeBack(page);
    await page.getByRole("button", { name: "wysłane" }).click();
    await expect(page.locator(".message", { hasText: "WhatsApp: wysłane Jutro o 17:00" })).toBeVisible();
    await expect(body(page)).toHaveValue("");
    await page.reload();
    await expect(body(page)).toHaveValue("");
    await expect(page.getByRole("button", { name: "Przywróć poprzedni tekst" })).toHaveCount(0, {
      timeout: 5000,
    });

    const reference = await sendEnquiry(panelSite, { name: "Ola Druga" });
    await page.goto(`/panel/zapytania/${reference}`);
    const question = page.getByRole("group", { name: "Jak poszło?" });
    await comeBack(page);
    await expect(question).toHaveCount(0);
    await page.getByRole("link", { name: "Zadzwoń" }).click();
    await comeBack(page);
    await expect(question.getByRole("button")).toHaveText(["umówione", "nie odbiera", "oddzwoni", "nic"]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await violationsOf(page)).toEqual([]);

    await question.getByRole("button", { name: "nic" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

    // Ignored: nothing is written, and it is not asked again.
    await page.getByRole("link", { name: "Zadzwoń" }).click();
    await comeBack(page);
    await expect(question).toBeVisible();
    await page.reload();
    await expect(body(page)).toBeVisible();
    await expect(question).toHaveCount(0);
    await expect(page.getByRole("button", { name: "nowe", pressed: true })).toBeVisible();

    // The phone closed the panel during the call.
    await page.getByRole("link", { name: "Zadzwoń" }).click();
    await page.close();
    const next = await page.context().newPage();
    await next.goto(`/panel/zapytania/${reference}`);
    await next.getByRole("button", { name: "nie odbiera" }).dblclick();
    await expect(next.locator(".message", { hasText: "Telefon: nie odbiera" })).toHaveCount(1);
    await expect(next.getByRole("button", { name: "w kontakcie", pressed: true })).toBeVisible();
    await expect(next.getByText(/jutro o\s0?8:00/)).toBeVisible();
    await expect(next.getByRole("group", { name: "Jak poszło?" })).toHaveCount(0);

    // From "Dziś", too.
    await sendEnquiry(panelSite, { name: "Jan Inny", email: "jan@poczta.example", phone: "600 100 201" });
    await openScreen(next, "dzis", "Dziś");
    await next.getByRole("link", { name: "Zadzwoń" }).click();
    await comeBack(next);
    await next.getByRole("button", { name: "oddzwoni" }).click();
    await expect(next.getByText("Nikt nie czeka na odpowiedź.")).toBeVisible();
    await expect(
      next.getByRole("status").filter({ hasText: "Jan Inny: oddzwoni, następny krok" }),
    ).toBeVisible();
    await next.getByRole("button", { name: "Cofnij" }).click();
    await next.getByRole("link", { name: /Jan Inny/ }).click();
    await expect(next.getByRole("button", { name: "nowe", pressed: true })).toBeVisible();
    await expect(next.getByText("Telefon: oddzwoni")).toHaveCount(0);
  });
});

test("C2.1 ready answers are edited, added and emptied, with the words as they will be read and as another device has left them", async ({
  page,
  panelSite,
  mailServer,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const reference = await openEnquiry(page, panelSite, mailServer, sample);
  await page.getByRole("link", { name: "Zmień" }).click();
  await expect(page.getByRole("heading", { name: "Gotowe odpowiedzi" })).toBeFocused();
  await expect(page.locator("details")).toHaveCount(5);
  await page.getByText("Brak wolnych terminów").click();
  const form = page.locator("details[open]");
  await form.getByLabel("Treść").fill("Z tego urządzenia.");
  // The other device saves before this one has seen its own words again.
  const show = await holdRequests(page, "**/panel/api/answers");
  await form.getByRole("button", { name: "Zapisz" }).click();
  await expect(form.getByText("Zapisano")).toBeVisible();
  await withInbox(panelSite, async (inbox) => {
    const ready = (await inbox.readyAnswers()).find(({ name }) => name === "Brak wolnych terminów");
    if (ready) await inbox.saveReadyAnswer({ ...ready, text: "Z innego urządzenia." });
  });
  await expect(form.getByLabel("Treść")).toHaveValue("Z tego urządzenia.");
  show();
  await expect(form.getByLabel("Treść")).toHaveValue("Z innego urządzenia.");
  await form.getByLabel("Treść").fill("Dzień dobry. Teraz bez miejsc. Cena to ");
  await form.getByRole("button", { name: "cena" }).click();
  await expect(form.getByLabel("Treść")).toBeFocused();
  await page.keyboard.type(". Do zobaczenia, {imie}.");
  await expect(form.getByText(/^Dzień dobry\. Teraz bez miejsc\. Cena to \d+ zł .*\.$/)).toBeVisible();
  await expect(form.getByText("Nieznane pola: imie.")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await form.getByRole("button", { name: "Zapisz" }).click();
  const saved = form.getByText("Zapisano.");
  await expect(saved).toBeVisible();
  await form.getByRole("button", { name: "podpis" }).click();
  await expect(saved).toBeHidden();
  await form
    .getByLabel("Treść")
    .fill("Dzień dobry. Teraz bez miejsc. Cena to {cena}. Do zobaczenia, {imie}.");
  await form.getByRole("button", { name: "Zapisz" }).click();
  await expect(saved).toBeVisible();
  await form.getByLabel("Nazwa").press("End");
  await page.keyboard.type("!");
  await expect(saved).toBeHidden();
  await page.keyboard.press("Backspace");
  // What is typed while it is being saved is not.
  const release = await holdRequests(page, "**/panel/api/answers/*");
  await form.getByRole("button", { name: "Zapisz" }).click();
  await form.getByLabel("Nazwa").press("End");
  await page.keyboard.type("!");
  release();
  await expect(form.getByRole("button", { name: "Zapisz", disabled: false })).toBeVisible();
  await expect(saved).toBeHidden();
  await form.getByLabel("Nazwa").press("Backspace");

  await page.getByRole("button", { name: "Dodaj odpowiedź" }).click();
  const added = page.locator("details").nth(5);
  await added.getByLabel("Nazwa").fill("Własna");
  await added.getByLabel("Treść").fill("Zapraszam, {imie}.");
  await page.getByRole("button", { name: "Dodaj odpowiedź" }).click();
  await expect(page.locator("details")).toHaveCount(7);
  await expect(added.getByLabel("Nazwa")).toHaveValue("Własna");
  await added.getByRole("button", { name: "Zapisz" }).click();
  await expect(added.locator("summary")).toHaveText("Własna");
  await page.getByText("Propozycja terminu").click();
  const emptied = page.locator("details").nth(2);
  await emptied.getByLabel("Treść").fill("");
  await emptied.getByRole("button", { name: "Zapisz" }).click();
  await expect(emptied.locator("summary")).toHaveText("Propozycja terminu (bez treści)");

  await openScreen(page, `zapytania/${reference}`, `Zapytanie ${reference}`);
  await expect(page.getByRole("button", { name: "Propozycja terminu" })).toHaveCount(0);
  // Of this one nothing is left, but nobody has chosen it.
  await expect(page.getByRole("button", { name: "Własna" })).toBeVisible();
  await expect(page.getByText("Pominięto zdania")).toHaveCount(0);
  await page.getByRole("button", { name: "Brak wolnych terminów" }).click();
  await expect(body(page)).toHaveValue(/^Dzień dobry\. Teraz bez miejsc\. Cena to \d+ zł .*\.$/);
  await body(page).fill("Moje własne słowa, ąę.");
  await page.getByRole("button", { name: "Własna" }).click();
  await page.getByRole("button", { name: "Brak wolnych terminów" }).click();
  // The phone may have closed the panel meanwhile.
  await page.reload();
  await page.getByRole("button", { name: "Przywróć poprzedni tekst" }).click();
  await expect(body(page)).toHaveValue("Moje własne słowa, ąę.");
  await expect(page.getByRole("heading", { name: "Odpowiedź", exact: true })).toBeFocused();
  await page.reload();
  await expect(body(page)).toHaveValue("Moje własne słowa, ąę.");
  await expect(page.getByRole("button", { name: "Przywróć poprzedni tekst" })).toHaveCount(0);
});

import { addDays, polishDay } from "../enquiries/polish-time.ts";
import { violationsOf } from "./axe.ts";
import { navigateInApp } from "./in-app.ts";
import { openScreen, sendEnquiry, signIn, test, withInbox } from "./panel-site.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, holdRequests, loseResponses } from "./test.ts";

type Slot = { id: string; kind: string };
async function slotsOf({ baseUrl }: SiteProcess): Promise<Slot[]> {
  return ((await (await fetch(`${baseUrl}/api/slots`)).json()) as { slots: Slot[] }).slots;
}
const idsOf = async (site: SiteProcess) => (await slotsOf(site)).map(({ id }) => id);

/** Somebody asks for the next date of a kind. */
async function ask(
  site: SiteProcess,
  kind: "talk" | "training",
  person: Record<string, string> = {},
): Promise<{ id: string; reference: string }> {
  const slot = (await slotsOf(site)).find((one) => one.kind === kind);
  if (!slot) throw new Error("no free date");
  const message = `Termin ${slot.id}`;
  return { id: slot.id, reference: await sendEnquiry(site, { slot: slot.id, message, ...person }) };
}

test.use({ viewport: { width: 360, height: 740 } });
// A revoked calendar is a 404, a lost response a failed request.
test.use({ allowedProblems: /404|400|ERR_FAILED/ });

test("C3.6 C4.2 a wish is declined, taken back and accepted, then cancelled with an undo, from its enquiry; who left a number alone is told by the trainer", async ({
  page,
  panelSite,
}) => {
  const { id, reference } = await ask(panelSite, "training", { email: "" });
  await signIn(page, panelSite);
  await page.goto(`/panel/zapytania/${reference}`);
  const byPhone = "Ta osoba nie podała adresu e-mail: zadzwoń albo napisz SMS.";
  await page.getByRole("button", { name: "Odrzuć" }).click();
  await expect(page.getByText(`Odrzucone. ${byPhone}`)).toBeVisible();
  expect(await idsOf(panelSite)).toContain(id);
  await page.getByRole("button", { name: "Cofnij" }).click();
  await page.getByRole("button", { name: "Potwierdź", exact: true }).click();
  await expect(page.getByText(`Potwierdzone. ${byPhone}`)).toBeVisible();
  await expect(page.getByText(/60 min\s· umówione/)).toBeVisible();
  // An undo is carried out once, although its responses get lost, also of the repeat.
  await loseResponses(page, "**/undo", { times: 2 });
  await page.getByRole("button", { name: "Odwołaj" }).click();
  await expect(page.getByText(`Odwołane. ${byPhone}`)).toBeVisible();
  expect(await idsOf(panelSite)).toContain(id);
  await page.getByRole("button", { name: "Cofnij" }).click();
  await expect(page.getByText(/Brak połączenia/)).toBeVisible();
  await page.getByRole("button", { name: "Cofnij" }).click();
  await expect(page.getByRole("button", { name: "Cofnij" })).toHaveCount(0);
  await expect(page.getByText(/Tego nie da się już cofnąć/)).toHaveCount(0);
  await expect.poll(() => idsOf(panelSite)).not.toContain(id);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Dodaj do kalendarza" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.ics$/);
  await page.getByRole("button", { name: "Inny termin" }).click();
  const other = page.getByLabel("Nowy termin");
  await other.fill((await other.inputValue()).replace(/T.+/, "T12:15"));
  await page.getByRole("button", { name: "Przenieś" }).click();
  await expect(page.getByText(`Przeniesione. ${byPhone}`)).toBeVisible();
  expect(await idsOf(panelSite)).toContain(id);
  await page.getByRole("button", { name: "zamknięte" }).click();
  await page.getByRole("button", { name: "nie teraz" }).click();
  await expect(page.getByText("Termin jest nadal umówiony. Jeśli jest nieaktualny,")).toBeVisible();
  // The meeting that is left is not the day to ask again.
  await expect(page.getByText("W wybranym dniu to zapytanie wróci do „Dziś”,")).toBeVisible();
  await page.getByRole("button", { name: "Odnośnik do zmiany" }).click();
  const sms = (await page.getByRole("link", { name: "Wyślij SMS" }).getAttribute("href")) ?? "";
  const [, words = ""] = /^sms:\+48600100200\?&body=(.+)$/.exec(sms) ?? [];
  const [link = "none"] = /http\S+\/termin\/[\w-]{43}$/.exec(decodeURIComponent(words)) ?? [];
  await page.goto(link);
  await expect(page.getByText("Termin jest umówiony.")).toBeVisible();
  // Nobody in quarantine gets an e-mail, so nothing promises one.
  await page.goto(`/panel/zapytania/${reference}`);
  await expect(page.getByText("Jeśli to spam, najpierw odwołaj termin.")).toBeVisible();
  await page.getByRole("button", { name: "Odwołaj" }).click();
  await expect(page.getByText(/^Termin jest nadal umówiony/)).toBeHidden();
  await page.getByRole("button", { name: "To spam" }).click();
  await expect(page.getByRole("button", { name: "To nie spam" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(?:Potwierdź|Inny termin|Odnośnik)/ })).toHaveCount(0);
});

test("C1.1 P9.3 who has called is written down, once although the response gets lost, and gets a date", async ({
  page,
  panelSite,
}) => {
  await signIn(page, panelSite);
  await page.goto("/panel/zapytania");
  await page.getByRole("link", { name: "Dopisz osobę" }).click();
  await page.getByRole("button", { name: "Zapisz" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Wpisz imię. Podaj numer telefonu lub adres e\u2060-\u2060mail.",
  );
  await page.getByLabel("Imię").fill("Jan Próbny");
  await page.getByLabel("Telefon").fill("601 234 567");
  expect(await violationsOf(page)).toEqual([]);
  await page.reload();
  await expect(page.getByLabel("Telefon")).toHaveValue("601 234 567");
  await loseResponses(page, "**/panel/api/enquiries", { times: 2 });
  await page.getByRole("button", { name: "Zapisz" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Nie wiadomo, czy to się zapisało. Zapisz jeszcze raz bez zmian: nie zapisze się dwa razy.",
  );
  const answer = await holdRequests(page, "**/panel/api/enquiries");
  await page.getByRole("button", { name: "Zapisz" }).click();
  await page.getByLabel("O co pyta").fill("Dopiero po 18.");
  answer();
  await expect(page.getByRole("heading", { name: "Jan Próbny" })).toBeFocused();
  await page.getByRole("button", { name: "umówione" }).click();
  const day = addDays(polishDay(Date.now()), 3);
  await page.getByLabel("Dzień i godzina").fill(`${day}T12:15`);
  await page.getByRole("button", { name: "Umów", exact: true }).click();
  await expect(page.getByText(/^Umówione\. Ta osoba nie podała adresu e-mail/)).toBeVisible();
  const { enquiries } = (await withInbox(panelSite, (inbox) => inbox.list({ limit: 9 }))) ?? {
    enquiries: [],
  };
  expect(enquiries).toMatchObject([{ name: "Jan Próbny", state: "scheduled", mail: null }]);
  await expect(page.getByLabel("Nowa notatka"), "typed since it was sent").toHaveValue("Dopiero po 18.");
  await page.goBack();
  await expect(page).toHaveURL(/\/zapytania$/);
  await page.getByRole("link", { name: "Dopisz osobę" }).click();
  for (const label of ["Imię", "Telefon", "E-mail", "O co pyta"])
    await expect(page.getByLabel(label)).toHaveValue("");
});

test("C3.6 a wish is confirmed with one tap in Dziś, and taken back for ten seconds only", async ({
  page,
  panelSite,
}) => {
  await ask(panelSite, "training");
  await signIn(page, panelSite);
  await page.clock.install();
  await page.goto("/panel/dzis");
  await page.getByRole("button", { name: "Potwierdź (Łucja Próbna)" }).click();
  const undo = page.getByRole("button", { name: "Cofnij" });
  await expect(undo).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(undo).toHaveCount(0, { timeout: 5000 });
  // Without mail the trainer has to tell the person, and reads so as long as nothing else is done.
  await expect(page.getByText(/E-mail poczeka, aż ustawisz pocztę/)).toBeVisible();

  const jan = { name: "Jan Inny", email: "jan@poczta.example", phone: "600 100 201" };
  const { reference } = await ask(panelSite, "training", jan);
  const date = async () => (await withInbox(panelSite, (inbox) => inbox.find(reference)))?.appointments[0];
  await page.route("**/panel/api/me", async (route) => {
    const me = await (await route.fetch()).json();
    await route.fulfill({ json: { ...me, hasMail: true } });
  });
  await page.reload();
  await expect(page.locator(".step")).toContainText(/termin: .+, trening/);
  await page.getByRole("button", { name: "Potwierdź (Jan Inny)" }).click();
  await expect(page.getByText(/^Jan Inny: umówione, .* E-mail pójdzie za 10 sekund/)).toBeVisible();
  expect(await date()).toMatchObject({ state: "booked" });
  await page.getByRole("button", { name: "Cofnij" }).click();
  await expect(page.getByRole("button", { name: "Potwierdź (Jan Inny)" })).toBeVisible();
  expect(await date()).toMatchObject({ state: "wish" });
  // Agreed on the phone: the date itself is still to be confirmed.
  const scheduled = { from: "new", state: "scheduled", at: null } as const;
  await withInbox(panelSite, (inbox) => inbox.changeState(reference, scheduled));
  await navigateInApp(page, "/panel/dzis");
  await expect(page.getByRole("heading", { name: "Co dalej?" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Potwierdź (Jan Inny)" })).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  // What has passed cannot be promised.
  await page.clock.setFixedTime(((await date())?.startsAt ?? 0) + 1000);
  await navigateInApp(page, "/panel/dzis");
  await expect(page.locator(".step")).toContainText("Prośba o termin, który minął:");
  await expect(page.getByRole("button", { name: "Potwierdź (Jan Inny)" })).toHaveCount(0);
});

test("C1.2 C1.3 C3.6 a date that a client cancels by the link is named in Dziś until the owner knows of it; closing an enquiry that asks for a date says that its person still waits for an answer; a date that was just noted and is cancelled is no longer called agreed, and only the last change can be taken back", async ({
  page,
  panelSite,
}) => {
  const { reference } = await ask(panelSite, "talk");
  const client = { state: "closed", outcome: "client" } as const;
  await withInbox(panelSite, (inbox) => inbox.changeState(reference, { from: "new", ...client }));
  await signIn(page, panelSite);
  await page.goto(`/panel/zapytania/${reference}`);
  await page.getByRole("button", { name: "Odnośnik do zmiany" }).click();
  const sms = (await page.getByRole("link", { name: "Wyślij SMS" }).getAttribute("href")) ?? "";
  await page.goto(/http\S+$/.exec(decodeURIComponent(sms))?.[0] ?? "none");
  await page.getByRole("button", { name: "Odwołaj termin" }).click();
  await expect(page.getByText("Termin jest odwołany.")).toBeVisible();
  await page.goto("/panel/dzis");
  await expect(page.getByRole("heading", { name: "Odwołane terminy" })).toBeVisible();
  await expect(page.locator(".step")).toContainText(/\d+:\d\d, bezpłatna rozmowa/);
  await page.getByRole("button", { name: "Wiem (Łucja Próbna)" }).click();
  await expect(page.getByText("Nikt nie czeka na odpowiedź.")).toBeVisible();
  expect(await withInbox(panelSite, (inbox) => inbox.find(reference))).toMatchObject(client);
  await page.getByRole("button", { name: "Cofnij" }).click();
  await expect(page.getByRole("heading", { name: "Odwołane terminy" })).toBeVisible();
  // Whoever waits for a reminder still does.
  const remindAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const waiting = { state: "scheduled", at: remindAt, was: { handledAt: null, missedAt: null } } as const;
  await withInbox(panelSite, (inbox) => inbox.changeState(reference, { from: "closed", ...waiting }));
  await page.reload();
  await page.getByRole("button", { name: "Wiem (Łucja Próbna)" }).click({ timeout: 10_000 });
  await expect(page.getByText("Nikt nie czeka na odpowiedź.")).toBeVisible();
  expect(await withInbox(panelSite, (inbox) => inbox.find(reference))).toMatchObject({
    state: "scheduled",
    remindAt,
  });

  const { reference: other } = await ask(panelSite, "training", { name: "Jan Inny", email: "" });
  await openScreen(page, `zapytania/${other}`, `Zapytanie ${other}`);
  await page.getByRole("button", { name: "zamknięte" }).click();
  await page.getByRole("button", { name: "nie", exact: true }).click();
  const waits = page.getByText("Prośba o termin nadal czeka. Odrzuć ją w części „Termin”,");
  await expect(waits).toBeVisible();
  await page.getByRole("button", { name: "Odrzuć" }).click();
  await expect(waits).toBeHidden();

  await page.getByRole("button", { name: "umówione", exact: true }).click();
  await page.getByLabel("Dzień i godzina").fill(`${addDays(polishDay(Date.now()), 5)}T11:30`);
  await page.getByRole("button", { name: "Umów", exact: true }).click();
  await expect(page.getByText("Umówione. Ta osoba nie podała")).toBeVisible();
  await page.getByRole("button", { name: "Odwołaj" }).click();
  await expect(page.getByText("Odwołane. Ta osoba nie podała")).toBeVisible();
  await expect(page.getByText("Umówione. Ta osoba nie podała")).toHaveCount(0, { timeout: 9000 });
  await expect(page.getByRole("button", { name: "Cofnij" })).toHaveCount(1);
});

test("C3.6 the week closes a day or an hour, opens it again, adds a date, removes it and shows who comes", async ({
  page,
  panelSite,
}) => {
  await ask(panelSite, "talk");
  await signIn(page, panelSite);
  await page.goto("/panel/terminy");
  await expect(page.locator(".day")).toHaveCount(7);
  const before = await idsOf(panelSite);
  const day = (before[0] ?? "").slice(0, 10);
  const today = new Date().toLocaleDateString("sv", { timeZone: "Europe/Warsaw" });
  const column = page.locator(".day").nth((Date.parse(day) - Date.parse(today)) / 86_400_000);
  await column.getByRole("button", { name: / nie/ }).click();
  await expect.poll(() => idsOf(panelSite)).not.toContain(before[0]);
  await expect(column.getByRole("status").filter({ hasText: "Bez wolnych terminów." })).toBeVisible();
  await page.getByRole("button", { name: "Jednak tak" }).click();
  await expect.poll(() => idsOf(panelSite)).toContain(before[0]);
  const [, hour = "", minute = ""] = /-(\d\d)(\d\d)-/.exec(before[0] ?? "") ?? [];
  await column.getByText(/^Zamknij godzinę/).click();
  await column.getByRole("button", { name: `Zamknij ${Number(hour)}:${minute}`, exact: true }).click();
  await expect
    .poll(() => idsOf(panelSite))
    .toEqual(before.filter((id) => !id.startsWith(`${day}-${hour}${minute}`)));
  expect(await violationsOf(page)).toEqual([]);
  await column
    .getByText(`Zamknięta: ${Number(hour)}:${minute}`)
    .getByRole("button", { name: "Otwórz ponownie" })
    .click();
  await expect.poll(() => idsOf(panelSite)).toEqual(before);
  await column.getByRole("button", { name: "Dodaj termin" }).click();
  await column.getByLabel("Godzina").fill("21:15");
  await column.getByRole("button", { name: "Dodaj", exact: true }).click();
  await expect.poll(() => idsOf(panelSite)).toContain(`${day}-2115-talk`);
  await column.getByRole("button", { name: /^Usuń dodany termin/ }).click();
  await expect.poll(() => idsOf(panelSite)).not.toContain(`${day}-2115-talk`);
  const person = page.getByRole("link", { name: "Łucja Próbna" });
  await expect(person).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const change = page.getByText("Zmień", { exact: true });
  await expect(change).toHaveAccessibleName(/^Zmień termin: Łucja Próbna, \d+:\d\d$/);
  await change.click();
  await page.getByRole("button", { name: "Odwołaj" }).click();
  await expect(page.getByText(/^Odwołane\. E-mail poczeka, aż ustawisz pocztę/)).toBeVisible();
  await expect(person).toHaveCount(0);
  // In the day, above the button that takes it back.
  await expect(page.locator(".day:has(h2:focus)").getByRole("button", { name: "Cofnij" })).toBeVisible();
  await page.getByRole("button", { name: "Cofnij" }).click();
  await expect(person).toBeVisible();
  await page.getByRole("link", { name: "Następny tydzień" }).click();
  await expect(page.getByRole("heading", { name: "Terminy", exact: true })).toBeFocused();
  await page.goBack();
  await expect(person).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  const columns = await page
    .locator(".day")
    .evaluateAll((days) => new Set(days.map((one) => one.getBoundingClientRect().y)).size);
  expect(columns).toBe(1);
  expect(await violationsOf(page)).toEqual([]);
});

test("C3.6 the week before today can be opened, and offers to change nothing; in seven columns, no open form of a day lies under another day", async ({
  page,
  panelSite,
}) => {
  await ask(panelSite, "talk");
  await signIn(page, panelSite);
  await page.goto("/panel/terminy");
  const changes = page.getByRole("button", {
    name: /^(?:Dziś nie|Jutro nie|Tego dnia nie|Dodaj termin|Jednak tak|Otwórz ponownie|Usuń)/,
  });
  await expect(changes).toHaveCount(14);
  const before = page.getByRole("link", { name: "Wcześniejszy tydzień" });
  await before.click();
  await expect(changes).toHaveCount(0);
  await expect(page.locator(".day")).toHaveCount(7);
  await before.click();
  await expect(page.getByRole("link", { name: "Następny tydzień" })).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 900 });
  await navigateInApp(page, "/panel/terminy");
  const booked = page.locator(".day", { hasText: "Łucja Próbna" });
  await booked.getByText("Zmień", { exact: true }).click();
  await booked.getByRole("button", { name: "Inny termin" }).click();
  await booked.getByRole("button", { name: "Dodaj termin" }).click();
  const other = page.locator(".day", { hasText: "Zamknij godzinę" }).last();
  await other.getByText(/^Zamknij godzinę/).click();
  await other.getByRole("button", { name: "Dodaj termin" }).click();
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const outside = await page.locator(".day").evaluateAll((days) =>
      days.flatMap((day) => {
        const right = day.getBoundingClientRect().right + 1;
        const inside = [...day.querySelectorAll("button, input, select, label, summary, a")];
        return inside.filter((one) => one.getBoundingClientRect().right > right).map((one) => one.outerHTML);
      }),
    );
    expect(outside).toEqual([]);
    const { clientWidth, scrollWidth } = await page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement;
      return { clientWidth, scrollWidth };
    });
    expect(scrollWidth).toBe(clientWidth);
  }
});

test("C3.6 C4.4 C4.5 the private calendar names nobody, and a revoked address is a 404; a busy calendar must be https, and one that cannot be read says so; a date is offered to the calendar until it begins", async ({
  page,
  panelSite,
}) => {
  const { reference } = await ask(panelSite, "talk");
  await signIn(page, panelSite);
  await page.goto("/panel/terminy");
  await page.getByRole("button", { name: "Utwórz adres" }).click();
  const address = (await page.getByText(/\/kalendarz\//).textContent()) ?? "";
  await expect(page.getByRole("button", { name: "Skopiuj", exact: true })).toBeVisible();
  const read = () => fetch(`${panelSite.baseUrl}${new URL(address).pathname}`);
  const text = await (await read()).text();
  expect(text).toContain(`ŁP ${reference}`);
  expect(text).not.toMatch(/Łucja|Próbna|600.?100|poczta/);
  await page.getByRole("button", { name: "Unieważnij adres" }).click();
  await expect(page.getByText("Adres już nie działa.")).toBeVisible();
  expect((await read()).status).toBe(404);

  const first = page.getByLabel("Kalendarz 1");
  await first.fill("http://127.0.0.1/a.ics");
  await page.getByRole("button", { name: "Zapisz kalendarze" }).click();
  await expect(first).toBeFocused();
  expect(await first.evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true);
  await first.fill("https://127.0.0.1/a.ics");
  await page.getByRole("button", { name: "Zapisz kalendarze" }).click();
  await expect(page.getByText("Nie udało się odczytać: sprawdź, czy adres jest prawidłowy.")).toBeVisible();
  // One typed below an empty field moves up, and does not stay below as well.
  await page.getByLabel("Kalendarz 3").fill("https://127.0.0.1/b.ics");
  await page.getByRole("button", { name: "Zapisz kalendarze" }).click();
  await expect(page.getByLabel("Kalendarz 2")).toHaveValue("https://127.0.0.1/b.ics");
  await expect(page.getByLabel("Kalendarz 3")).toHaveValue("");

  const [date] = (await withInbox(panelSite, (inbox) => inbox.find(reference)))?.appointments ?? [];
  await navigateInApp(page, `/panel/zapytania/${reference}`);
  await expect(page.getByRole("link", { name: "Dodaj do kalendarza" })).toBeVisible();
  await page.clock.setFixedTime((date?.startsAt ?? 0) + 1000);
  await page.reload();
  await expect(page.getByText(/30 min\s· umówione/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Dodaj do kalendarza" })).toHaveCount(0);
});

import type { Page } from "@playwright/test";
import type { StateChange } from "../enquiries/owner/inbox.ts";
import { fillDemo, seededRandom } from "../tools/panel/testing/fill-demo.ts";
import { violationsOf } from "./axe.ts";
import { navigateInApp } from "./in-app.ts";
import {
  onAnotherDevice,
  openNewEnquiry,
  openScreen,
  sendEnquiry,
  signIn,
  test,
  withDatabase,
  withInbox,
} from "./panel-site.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect } from "./test.ts";

const phone = { width: 360, height: 740 };
const heading = (page: Page) => page.getByRole("heading", { name: "Dziś", exact: true });
const row = (page: Page, name: string) => page.locator(".step", { hasText: name });

const fillWeek = (site: SiteProcess) =>
  withDatabase(site, (database) =>
    fillDemo({
      database,
      dataDir: site.dataDir,
      count: 20,
      goals: ["Dieta"],
      now: Date.now(),
      random: seededRandom(14),
    }),
  );

test("C1.2 C1.4 P9.3 “Dziś” is the first screen, on two devices at once: new enquiries come by themselves; a tap answers, says what follows, and can be taken back, by keyboard, too", async ({
  browser,
  page,
  panelSite,
  panelUrl,
}) => {
  await signIn(page, panelSite);
  await page.goto("/panel/");
  await expect(page.getByText("Nowe zapytania pojawią się tu same.")).toBeVisible();
  const { page: laptop, context } = await onAnotherDevice(browser, panelUrl);
  await context.addCookies(await page.context().cookies());
  await laptop.goto("/panel/");
  await expect(laptop.getByText("Nikt nie czeka na odpowiedź.")).toBeVisible();
  const reference = await sendEnquiry(panelSite);
  await expect(row(page, "Łucja Próbna")).toBeVisible();
  await expect(row(laptop, "Łucja Próbna")).toBeVisible();
  await expect(page.getByRole("link", { name: "Dziś 1 na dziś" })).toBeVisible();
  const call = page.getByRole("link", { name: "Zadzwoń", description: "Łucja Próbna" });
  await expect(call).toHaveAttribute("href", "tel:+48600100200");
  await page.getByRole("button", { name: "Zrobione (Łucja Próbna)" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Łucja Próbna: następny krok" })).toBeVisible();
  await expect(page.getByText("Nikt nie czeka na odpowiedź.")).toBeVisible();
  await expect(page.locator(".empty")).toContainText(/Następny krok: \d+ \p{L}+(?: \d{4})?, Łucja Próbna/u);
  await expect(row(laptop, "Łucja Próbna")).toHaveCount(0);
  await context.close();
  const find = () => withInbox(panelSite, (inbox) => inbox.find(reference));
  expect(await find()).toMatchObject({ state: "in-contact", step: { kind: "reminder" } });

  await page.getByRole("button", { name: "Cofnij" }).click();
  await expect(row(page, "Łucja Próbna")).toBeVisible();
  expect(await find()).toMatchObject({ state: "new", remindAt: null, firstContactAt: null });
  await page.getByRole("button", { name: "Jutro (Łucja Próbna)" }).click();
  await expect(page.locator(".empty")).toContainText("Następny krok: jutro, Łucja Próbna");
  expect(await find()).toMatchObject({ state: "new", step: { kind: "reminder" } });
  await page.locator(".empty").getByRole("link", { name: "Łucja Próbna" }).click();
  await expect(page.getByRole("heading", { name: "Łucja Próbna" })).toBeVisible();
  await page.getByRole("link", { name: "Dziś", exact: true }).first().click();
  await expect(heading(page)).toBeFocused();

  const jan = await sendEnquiry(panelSite, { name: "Jan Inny", email: "jan@poczta.example", phone: "" });
  await sendEnquiry(panelSite, { name: "Ewa Nowa", email: "ewa@poczta.example", phone: "600 100 202" });
  await page.getByRole("button", { name: "Zrobione (Ewa Nowa)" }).press("Enter");
  await expect(page.getByRole("button", { name: "Cofnij" })).toBeVisible();
  await expect(heading(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Cofnij" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(row(page, "Ewa Nowa")).toBeVisible();

  // Another device handles the one whose button has the focus.
  await page.getByRole("button", { name: "Zrobione (Jan Inny)" }).focus();
  await withInbox(panelSite, (inbox) =>
    inbox.changeState(jan, { from: "new", state: "closed", outcome: "no" }),
  );
  await expect(row(page, "Jan Inny")).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
});

test("C1.1 C1.2 C1.3 C2.3 C3.6 C6.1 “Jutro” of somebody who has agreed on no date yet invents no meeting; one that is over is asked about, and who did not come gets a step for tomorrow; a client stays one when a step is done and when the next training is arranged", async ({
  page,
  panelSite,
}) => {
  const reference = await sendEnquiry(panelSite);
  const find = () => withInbox(panelSite, (inbox) => inbox.find(reference));
  const change = (to: StateChange) => withInbox(panelSite, (inbox) => inbox.changeState(reference, to));
  await change({ from: "new", state: "scheduled", at: null });
  await signIn(page, panelSite);
  await page.goto("/panel/");
  await expect(page.getByRole("heading", { name: "Co dalej?" })).toBeVisible();
  await page.getByRole("button", { name: "Jutro (Łucja Próbna)" }).click();
  await expect(page.locator(".empty")).toContainText("Następny krok: jutro, Łucja Próbna");
  expect(await find()).toMatchObject({ step: { kind: "reminder" } });
  await page.getByRole("button", { name: "Cofnij" }).click();
  await expect(page.getByRole("heading", { name: "Co dalej?" })).toBeVisible();
  expect(await find()).toMatchObject({ state: "scheduled", remindAt: null });

  const aMinuteAgo = new Date(Date.now() - 60_000).toISOString();
  await change({ from: "scheduled", state: "scheduled", at: aMinuteAgo });
  await navigateInApp(page, "/panel/dzis");
  await expect(page.getByRole("heading", { name: "Jak poszło?" })).toBeVisible();
  await expect(row(page, "Łucja Próbna")).toContainText("termin był", { timeout: 5000 });
  await page.getByRole("button", { name: "Nieobecność (Łucja Próbna)" }).click();
  await expect(page.locator(".empty")).toContainText("jutro");
  expect(await find()).toMatchObject({ state: "in-contact", missedAt: expect.any(String) });
  await openScreen(page, "zapytania?stan=missed", "Zapytania");
  await expect(page.getByRole("link", { name: /Łucja Próbna/ })).toBeVisible();

  const client = { state: "closed", outcome: "client" } as const;
  await change({ from: "in-contact", ...client, at: new Date().toISOString() });
  await openScreen(page, "dzis", "Dziś");
  await page.getByRole("button", { name: "Zrobione (Łucja Próbna)" }).click();
  await expect(page.getByText("Nikt nie czeka na odpowiedź.")).toBeVisible();
  expect(await find()).toMatchObject({ ...client, step: { kind: "none" } });
  await page.getByRole("button", { name: "Cofnij" }).click();
  await expect(row(page, "Łucja Próbna")).toBeVisible();
  expect(await find()).toMatchObject({ ...client, step: { kind: "due" } });

  await change({ from: "closed", ...client, at: null });
  const call = { id: "client", way: "call", result: "scheduled", from: "closed" } as const;
  await withInbox(panelSite, (inbox) => inbox.noteContact(reference, call));
  await page.reload();
  await expect(page.getByRole("heading", { name: "Na dziś" })).toBeVisible();
  await openScreen(page, `zapytania/${reference}`, `Zapytanie ${reference}`);
  const next = page.getByLabel("Dzień i godzina");
  await next.fill("2099-01-15T17:30");
  await page.getByRole("button", { name: "Umów", exact: true }).click();
  await expect(page.getByText("trening, 60 min · umówione")).toBeVisible();
  await expect(page.getByRole("time").filter({ hasText: /^15 stycznia 2099 o\s17:30$/ })).toBeVisible();
  await expect(page.getByText(/^Termin jest nadal umówiony/)).toBeHidden();
  expect(await find()).toMatchObject({ ...client, remindAt: null, step: { kind: "appointment" } });
  // The second date, while the first is still to come.
  await expect(next).toHaveValue("");
  await next.fill("2099-01-22T17:30");
  await page.getByRole("button", { name: "Umów kolejny termin" }).click();
  await expect(page.getByText("trening, 60 min · umówione")).toHaveCount(2);
});

test("C1.2 C1.3 a client's reminder for later outlives a training that took place and a wish, and the tap says so", async ({
  page,
  panelSite,
}) => {
  const reference = await sendEnquiry(panelSite);
  const find = () => withInbox(panelSite, (inbox) => inbox.find(reference));
  const at = new Date(Date.now() + 20 * 86_400_000).toISOString();
  await withInbox(panelSite, (inbox) =>
    inbox.changeState(reference, { from: "new", state: "closed", outcome: "client", at }),
  );
  await signIn(page, panelSite);
  await page.goto(`/panel/zapytania/${reference}`);
  await page.getByLabel("Dzień i godzina").fill("2099-01-15T17:30");
  await page.getByRole("button", { name: "Umów", exact: true }).click();
  await expect(page.getByText("trening, 60 min · umówione")).toBeVisible();
  await withInbox(panelSite, (inbox) => inbox.setReminder(reference, at));
  const now = Date.now();
  const past = { starts_at: now - 7_200_000, ends_at: now - 3_600_000, changed_at: now - 7_200_000 };
  const wish = {
    state: "wish",
    starts_at: now + 86_400_000,
    ends_at: now + 90_000_000,
    held_at: null,
  } as const;
  for (const [change, label] of [
    [past, "Klient (Łucja Próbna)"],
    [wish, "Zrobione (Łucja Próbna)"],
  ] as const) {
    await withDatabase(panelSite, ({ db }) =>
      db.updateTable("appointments").set(change).where("reference", "=", reference).execute(),
    );
    await withDatabase(panelSite, ({ db }) =>
      db.updateTable("enquiries").set({ handled_at: null }).where("reference", "=", reference).execute(),
    );
    await page.goto("/panel/dzis");
    await page.getByRole("button", { name: label }).click();
    await expect(page.getByText(/^Łucja Próbna: klient, następny krok .+\./)).toBeVisible();
    expect(await find()).toMatchObject({ state: "closed", outcome: "client", remindAt: at });
  }
});

test("C1.1 C1.3 closing asks for the outcome; a day for the next step is typed, no past one on the way to it is sent or explained, and it does not become a meeting; “nie teraz” may have a day, and the list and the numbers tell", async ({
  page,
  panelSite,
}) => {
  const reference = await openNewEnquiry(page, panelSite);
  const find = () => withInbox(panelSite, (inbox) => inbox.find(reference));
  await page.getByRole("button", { name: "zamknięte", exact: true }).click();
  await expect(page.getByText("Jak się skończyło?")).toBeVisible();
  // Taken back, it leaves the enquiry as it was: what waits for the owner since the last step still does.
  await page.getByRole("button", { name: "nowe", exact: true }).click();
  await expect(page.getByText("Jak się skończyło?")).toBeHidden();
  expect(await find()).toMatchObject({ state: "new", outcome: null, handledAt: null });

  const sent: unknown[] = [];
  await page.route("**/reminder", (route) => {
    sent.push(route.request().postDataJSON());
    return route.continue();
  });
  const day = page.getByLabel("Inny dzień");
  const set = page.getByRole("button", { name: "Przypomnij w tym dniu" });
  for (const typed of ["0002-01-15", "2020-01-15"]) {
    await day.fill(typed);
    await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
    await set.click();
  }
  // On the way to the fifteenth.
  await day.fill("2099-01-01");
  await day.fill("2099-01-15");
  await day.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /15 stycznia 2099 o\s8:00/ })).toBeVisible();
  expect(sent).toEqual([{ at: "2099-01-15T07:00:00.000Z" }]);
  await page.getByRole("button", { name: "umówione", exact: true }).click();
  await expect(page.getByText("Dopóki nie wybierzesz dnia, to zapytanie zostaje w „Dziś”.")).toBeVisible();

  await page.getByRole("button", { name: "zamknięte", exact: true }).click();
  await page.getByRole("button", { name: "nie teraz", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Zapytać ponownie?" })).toBeVisible();
  await page.getByRole("button", { name: "Za miesiąc" }).click();
  await expect(page.getByRole("button", { name: "Nie przypominaj" })).toBeVisible();
  expect(await find()).toMatchObject({ state: "closed", outcome: "not-now", step: { kind: "reminder" } });
  await page.getByRole("button", { name: "klient", exact: true }).click();
  await expect.poll(find).toMatchObject({ outcome: "client", remindAt: null });
  await page.goto("/panel/zapytania?stan=client");
  await expect(page.getByRole("link", { name: /Łucja Próbna/ })).toContainText("klient");
  await page.getByRole("link", { name: "Liczby i eksport" }).click();
  await expect(page.locator("dl > div", { hasText: "klienci" })).toContainText("1");
});

test("C1.2 C3.6 who gets no e-mail is one tap away after a confirmation; a meeting in “Dziś” stands with its own hour", async ({
  page,
  panelSite,
}) => {
  const { slots } = await fetch(`${panelSite.baseUrl}/api/slots`).then((response) => response.json());
  const slot = slots.find((one: { kind: string }) => one.kind === "training").id;
  const reference = await sendEnquiry(panelSite, { email: "", slot });
  await signIn(page, panelSite);
  await page.goto("/panel/dzis");
  await page.getByRole("button", { name: "Potwierdź (Łucja Próbna)" }).click();
  await page.getByRole("link", { name: "Daj znać" }).click();
  await expect(page.getByRole("button", { name: "Odnośnik do zmiany" })).toBeVisible();
  const second = await sendEnquiry(panelSite, { name: "Łucja Druga", email: "druga@poczta.example" });
  await openScreen(page, `zapytania/${second}`, `Zapytanie ${second}`);
  await page.getByRole("link", { name: `${reference} (Łucja Próbna)` }).click();
  await expect(page.getByRole("link", { name: second })).toBeVisible();
  await expect(page.getByRole("button", { name: "Odnośnik do zmiany" })).toBeVisible();

  const starts_at = Date.now() - 2 * 60 * 60_000;
  const held = { starts_at, ends_at: starts_at + 60 * 60_000 };
  await withDatabase(panelSite, ({ db }) =>
    db.updateTable("appointments").set(held).where("reference", "=", reference).execute(),
  );
  await openScreen(page, "dzis", "Dziś");
  await expect(page.getByRole("heading", { name: "Jak poszło?" })).toBeVisible();
  const hour = row(page, "Łucja Próbna").getByRole("time").first();
  await expect(hour).toHaveAttribute("datetime", new Date(starts_at).toISOString());
});

test("C1.2 C1.4 C3.6 P9.3 a panel that slept shows at once what came meanwhile; a meeting agreed on the phone has its day and hour, and can be taken back", async ({
  page,
  panelSite,
}) => {
  await page.clock.install();
  await signIn(page, panelSite);
  await page.goto("/panel/");
  await expect(page.getByText("Nowe zapytania pojawią się tu same.")).toBeVisible();
  const hide = (hidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await hide(true);
  await sendEnquiry(panelSite);
  await page.clock.fastForward("02:00:00");
  await expect(page.getByText("Nowe zapytania pojawią się tu same.")).toBeVisible();
  await hide(false);
  await expect(row(page, "Łucja Próbna")).toBeVisible();
  await row(page, "Łucja Próbna").getByRole("link", { name: "Łucja Próbna" }).click();

  await page.getByRole("button", { name: "umówione", exact: true }).click();
  await page.getByLabel("Dzień i godzina").fill("2099-01-15T17:30");
  await page.getByRole("button", { name: "Umów", exact: true }).click();
  const waiting = "Umówione. E-mail poczeka, aż ustawisz pocztę: daj tej osobie znać inaczej.";
  await expect(page.getByText(waiting)).toBeVisible();
  await expect(page.getByText("trening, 60 min · umówione")).toBeVisible();
  await page.getByRole("button", { name: "Cofnij" }).click();
  await expect(page.getByText("trening, 60 min · umówione")).toBeHidden();
  await page.getByLabel("Dzień i godzina").fill("2099-01-15T17:30");
  await page.getByRole("button", { name: "Umów", exact: true }).click();
  await expect(page.getByText("trening, 60 min · umówione")).toBeVisible();
  await expect(page.getByRole("time").filter({ hasText: /^15 stycznia 2099 o\s17:30$/ })).toBeVisible();
  // The undo goes by itself, and whoever is at it is not left at the top of the page.
  await page.getByRole("button", { name: "Cofnij" }).focus();
  await page.clock.fastForward(10_000);
  await expect(page.getByRole("button", { name: "Cofnij" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Umówiony termin" })).toBeFocused();
  await openScreen(page, "dzis", "Dziś");
  const empty = page.locator(".empty");
  await expect(empty).toContainText("Najbliższy termin: 15 stycznia 2099 o 17:30, Łucja Próbna");
});

/** Opens "Dziś" on a phone, with something of everything. */
async function openFullWeek(page: Page, panelSite: SiteProcess): Promise<void> {
  await page.setViewportSize(phone);
  await fillWeek(panelSite);
  await signIn(page, panelSite);
  await page.goto("/panel/");
  await page.locator(".step").first().waitFor();
}

test("C1.2 P9.1 P9.3 a full week: axe finds nothing, light and dark, targets of 44 px, nothing wider than the phone; letters twice as large make nothing wider either, and break no word of the facts", async ({
  page,
  panelSite,
}) => {
  await openFullWeek(page, panelSite);
  for (const name of ["Nowe zapytania", "Na dziś", "Jak poszło", "E-mail nie dotarł", "Co dalej"])
    await expect(page.getByRole("heading", { name: new RegExp(`^${name}`) })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOf(page), colorScheme).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const heights = await page
    .locator(".step .button, .step .enquiry, .areas a")
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height),
    );
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  // What can be taken back is told where the tap was.
  await page
    .getByRole("button", { name: /^(Zrobione|Wiem)/ })
    .last()
    .click();
  await expect(page.getByRole("button", { name: "Cofnij" })).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);

  const reference = await sendEnquiry(panelSite);
  // Whose next date can be noted.
  const client = { from: "new", state: "closed", outcome: "client" } as const;
  await withInbox(panelSite, (inbox) => inbox.changeState(reference, client));
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  for (const [path, title] of [
    ["dzis", "Dziś"],
    [`zapytania/${reference}`, `Zapytanie ${reference}`],
    ["tresc/oferta", "Oferta"],
    ["stan", "Stan"],
    ["ustawienia/kopie", "Kopie wszystkiego"],
    ["powrot", "Powrót do panelu"],
  ] as const) {
    await openScreen(page, path, title);
    const wider = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          "main :is(button, label, dt, code, [type='datetime-local']):not(.ready *)",
        ),
      ]
        .filter(
          (one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth,
        )
        .map((one) => one.textContent || one.tagName),
    );
    expect(wider, path).toEqual([]);
    const broken = await page.locator("dl :is(dt, dd)").evaluateAll((all) =>
      all.flatMap(({ firstChild: text }) =>
        [...(text?.nodeValue ?? "").matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text as Text, index);
          range.setEnd(text as Text, index + word.length);
          return range.getClientRects().length > 1 ? word : [];
        }),
      ),
    );
    expect(broken, path).toEqual([]);
  }
});

test.describe("without a connection", () => {
  test.use({ allowedProblems: /^console: Failed to load resource/ });

  test("C1.2 what can be taken back far down in “Dziś” is covered by no error, which is shown again after another tap", async ({
    page,
    panelSite,
  }) => {
    await openFullWeek(page, panelSite);
    const done = page.getByRole("button", { name: /^(Zrobione|Wiem)/ });
    await done.last().click();
    const undo = page.getByRole("button", { name: "Cofnij" });
    await expect(undo).toBeInViewport();
    await page.context().setOffline(true);
    await undo.click();
    await expect(page.getByRole("alert").filter({ hasText: "Brak połączenia" })).toBeInViewport();
    const isUncovered = (button: Element) => {
      const { x, y, width } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + 4));
    };
    expect(await undo.evaluate(isUncovered)).toBe(true);
    // Nor does the box cover what has the focus.
    await done.last().focus();
    for (let press = 0; press < 20; press += 1) {
      await page.keyboard.press("Shift+Tab");
      expect(await page.locator(":focus").evaluate(isUncovered), `${press}`).toBe(true);
    }
    // On a low screen it is shown again, too.
    await page.setViewportSize({ width: phone.height, height: phone.width });
    for (const _tap of [1, 2]) {
      await done.last().click();
      await expect(page.getByRole("alert").filter({ hasText: "Brak połączenia" })).toBeInViewport();
    }
    await page.setViewportSize(phone);
    await page.context().setOffline(false);
    await undo.click();
    await expect(undo).toHaveCount(0);
  });
});

import type { Page } from "@playwright/test";
import sharp from "sharp";
import { honeypotField } from "../enquiries/form.ts";
import { violationsOf } from "./axe.ts";
import { fill } from "./faults/owner.ts";
import { navigateInApp } from "./in-app.ts";
import {
  openInbox,
  openNewEnquiry,
  openScreen,
  sendEnquiry,
  setUp,
  signIn,
  test,
  withDatabase,
  withInbox,
} from "./panel-site.ts";
import { expect, loseResponses } from "./test.ts";

const longWord = "Dziewięćsetdziewięćdziesięciodziewięcioletni".repeat(2).slice(0, 80);
const longEnquiry = { name: longWord, email: `${"dziewiecset".repeat(5)}@poczta.example`, message: longWord };
const phone = { width: 360, height: 740 };

async function expectNoOverflow(page: Page, what: string): Promise<void> {
  await page.locator("h1").last().waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${what} is wider than the phone`).toBeLessThanOrEqual(0);
}

/** Makes every request of the panel fail from now on. */
async function breakServer(page: Page): Promise<void> {
  await page.route("**/panel/api/**", (route) => route.fulfill({ status: 500, body: '{"error":"failed"}' }));
}

async function expectFitForThumbs(page: Page): Promise<void> {
  const small = await page
    .locator("button, .bar a, .button, .filters a, summary")
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
        .map((element) => element.textContent),
    );
  expect(small).toEqual([]);
  const zooming = await page
    .locator("input:not([type=checkbox]), textarea")
    .evaluateAll((fields) =>
      fields
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.id),
    );
  expect(zooming).toEqual([]);
}

test("P9.1 P9.3 on every screen at 360 px, however long names and words are, axe finds nothing, light and dark, nothing overflows, every target is at least 44 px high, and no field makes an iPhone zoom", async ({
  page,
  panelSite,
}) => {
  await page.setViewportSize(phone);
  const reference = await sendEnquiry(panelSite, longEnquiry);
  const spam = "https://jeden.example https://dwa.example https://trzy.example https://cztery.example ";
  const held = await sendEnquiry(panelSite, { ...longEnquiry, message: spam + longWord });
  await setUp(page, panelSite);
  const open = async (path: string, title: string) => {
    await openScreen(page, path, title);
    await expectNoOverflow(page, path);
    await expectFitForThumbs(page);
  };
  for (const [path, title] of [
    ["dzis", "Dziś"],
    ["zapytania", "Zapytania"],
    [`zapytania/${reference}`, `Zapytanie ${reference}`],
    ["zapytania/liczby", "Liczby"],
    ["zapytania/odpowiedzi", "Gotowe odpowiedzi"],
    ["stan", "Stan"],
    ["ustawienia", "Ustawienia"],
    ["ustawienia/poczta", "Poczta i dane"],
    ["ustawienia/urzadzenia", "Urządzenia i kody"],
    ["ustawienia/dziennik", "Dziennik"],
    ["nie-ma", "Tego tu nie ma"],
  ] as const) {
    await open(path, title);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOf(page), `${path}, ${colorScheme}`).toEqual([]);
    }
  }
  await open("zapytania?stan=quarantine", "Zapytania");
  await open(`zapytania/${held}`, `Zapytanie ${held}`);
  await open("powrot", "Powrót do panelu");
  await open("zapytania?stan=closed", "Zapytania");
  await open("start#0", "Twój panel");
  // Axe checks it with the other forms.
  await open("tresc/oferta", "Oferta");
});

test.describe("while requests fail", () => {
  test.use({ allowedProblems: /status of (?:40[14]|500)|ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

  test("P9.1 no state is wider than a phone of 360 px, however long names and words are", async ({
    page,
    panelSite,
  }) => {
    await page.setViewportSize(phone);
    await openNewEnquiry(page, panelSite, longEnquiry);
    await page.getByLabel("Nowa notatka").fill(longWord);
    const [name = 0, host] = await page.locator("dl dd:has(wbr)").evaluate((address) => {
      const range = document.createRange();
      const bottomOf = (text: Node) => {
        range.selectNode(text);
        return range.getBoundingClientRect().bottom;
      };
      return [...address.childNodes].filter((node) => node instanceof Text).map(bottomOf);
    });
    expect(host, "an e-mail address breaks before its @").toBeGreaterThan(name);
    await page.getByRole("button", { name: "Dodaj notatkę" }).click();
    await expect(page.getByRole("button", { name: /Usuń notatkę/ })).toBeVisible();
    await page.getByText("Usuń dane tej osoby").click();
    await page.getByRole("button", { name: "Pokaż, co zniknie" }).click();
    await page.getByRole("button", { name: "Usuń na zawsze" }).waitFor();
    await expectNoOverflow(page, "a note and an erasure");
    await navigateInApp(page, "/panel/zapytania");
    await page.getByRole("searchbox").fill(longWord + longWord);
    await expect(page.getByText("Nic nie pasuje")).toBeVisible();
    await expectNoOverflow(page, "a search without result");

    await page.context().setOffline(true);
    await page.getByRole("link", { name: "umówione", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Brak połączenia" })).toBeVisible();
    await expect(page.getByText("Brak połączenia").filter({ visible: true })).toHaveCount(1);
    await expect(page.getByRole("navigation", { name: "Panel" })).toBeVisible();
    await expectNoOverflow(page, "offline");
    // The browser believes it is online before the server can be reached.
    await page.route("**/panel/api/**", (route) => route.abort());
    const failed = page.waitForEvent("requestfailed");
    await page.context().setOffline(false);
    await failed;
    await page.unrouteAll();
    await expect(page.getByRole("heading", { name: "Brak połączenia" })).toBeHidden();
    await breakServer(page);
    await page.goto("/panel/zapytania");
    await expect(page.getByRole("heading", { name: "Nie udało się wczytać" })).toBeVisible();
    await expectNoOverflow(page, "a server error");
    expect(await violationsOf(page)).toEqual([]);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Spróbuj ponownie" }).press("Enter");
    await expect(page.locator(".enquiry").first()).toBeVisible();
    await expect(page.getByRole("heading", { name: "Zapytania" })).toBeFocused();
    await page.context().clearCookies();
    await page.goto("/panel/zapytania");
    await expect(page.getByRole("heading", { name: "Panel nie jest jeszcze założony" })).toBeVisible();
    await expectNoOverflow(page, "before the first passkey");
  });

  test("P1.4 P2.5 P3.2 a note whose response was lost is stored once, however often it is sent, and one in progress stays while the server is unreachable; an ended session leads to sign-in and back to the same enquiry, or to the screen on the way to which it is noticed", async ({
    page,
    panelSite,
  }) => {
    // The panel does not hear that the note has arrived.
    await page.route("**/panel/api/live", (route) => route.abort());
    const reference = await openNewEnquiry(page, panelSite);
    const add = page.getByRole("button", { name: "Dodaj notatkę" });
    const field = page.getByLabel("Nowa notatka");
    await loseResponses(page, "**/notes");
    await field.fill("Woli wieczory.");
    await add.click();
    await expect(page.getByRole("alert").filter({ hasText: "Brak połączenia" })).toBeVisible();
    await page.unroute("**/notes");
    await add.click();
    await expect(field).toHaveValue("");
    await expect(page.getByRole("button", { name: /Usuń notatkę/ })).toHaveCount(1);
    await field.fill("Woli wieczory.");
    await add.click();
    await expect(page.getByRole("button", { name: /Usuń notatkę/ })).toHaveCount(2);

    await page.unrouteAll();
    await page.reload();
    await field.fill("Jeszcze nie zapisane");
    for (const fail of [() => page.context().setOffline(true), () => breakServer(page)]) {
      await fail();
      const asked = page.waitForEvent("requestfinished").catch(() => undefined);
      const failed = page.waitForEvent("requestfailed").catch(() => undefined);
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await Promise.race([asked, failed]);
      await add.click();
      await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
      await expect(field).toHaveValue("Jeszcze nie zapisane");
      await page.context().setOffline(false);
    }
    await page.unrouteAll();
    await add.click();
    await expect(page.getByText("Jeszcze nie zapisane", { exact: true })).toBeVisible();
    await expect(field).toHaveValue("");

    // The page's own requests would redirect to sign-in before the tap.
    await page.goto(`/panel/zapytania/${reference}`, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "w kontakcie", exact: true }).waitFor();
    await page.context().clearCookies();
    // Not `check()`, which would look for the box again after the redirect.
    await page.getByRole("button", { name: "umówione", exact: true }).click({ force: true });
    await expect(page.getByRole("button", { name: "Wejdź" })).toBeVisible();
    expect(new URL(page.url()).search).toBe(`?dalej=${encodeURIComponent(`/zapytania/${reference}`)}`);

    // It is noticed on the way to another screen.
    await page.route("**/panel/api/live", (route) => route.abort());
    await signIn(page, panelSite);
    await page.goto("/panel/dzis");
    await page.getByRole("heading", { name: "Dziś", exact: true }).waitFor();
    await page.context().clearCookies();
    await page.getByRole("link", { name: "Terminy", exact: true }).click();
    await expect(page.getByRole("button", { name: "Wejdź" })).toBeVisible();
    expect(new URL(page.url()).search).toBe(`?dalej=${encodeURIComponent("/terminy")}`);
  });
});

test("P1.4 P3.1 older enquiries load by 50, and the list keeps its length after one of them was read; the link back from it leads to its place in the list", async ({
  page,
  panelSite,
}) => {
  await page.setViewportSize(phone);
  await fill(panelSite.dataDir, 120);
  await signIn(page, panelSite);
  await page.goto("/panel/zapytania");
  await expect(page.locator(".enquiry")).toHaveCount(50);
  await page.getByRole("button", { name: "Pokaż starsze" }).press("Enter");
  await expect(page.locator(".enquiry")).toHaveCount(100);
  await page.getByRole("button", { name: "Pokaż starsze" }).press("Enter");
  await expect(page.locator(".enquiry")).toHaveCount(120);
  await expect(page.getByRole("button", { name: "Starszych nie ma" })).toBeFocused();
  const far = page.locator(".enquiry").nth(80);
  await expect(far).toHaveClass(/unread/);
  await far.click();
  await expect(page.getByLabel("Nowa notatka")).toBeVisible();
  await page.goBack();
  await expect(page.locator(".enquiry")).toHaveCount(120);
  await expect(far).not.toHaveClass(/unread/);
  await expect(far).toBeInViewport();

  await far.evaluate((link) => link.scrollIntoView({ block: "center" }));
  const place = () => page.evaluate(() => scrollY);
  const before = await place();
  expect(before).toBeGreaterThan(0);
  await far.click();
  await page.locator(".back").filter({ visible: true }).click();
  await expect.poll(place).toBe(before);
  // The menu leads to its top, where a new one would be.
  await page.getByRole("link", { name: /^Dziś/ }).click();
  await page.getByRole("link", { name: /^Zapytania/ }).click();
  await expect(page.getByRole("heading", { name: "Zapytania", level: 1 })).toBeVisible();
  await expect.poll(place).toBe(0);
});

test.describe("behind a proxy that cuts events", () => {
  // The clock that leaps ends a request that is under way.
  test.use({ allowedProblems: /ERR_FAILED|signal timed out|status of 409|request: tel:/ });

  test("P3.1 B9.3 C1.1 C1.3 C1.4 where a proxy cuts the events a new enquiry appears in the open list within a minute; a day that could not be saved can be chosen again, and a stage that another device has changed is not undone unseen", async ({
    page,
    panelSite,
  }) => {
    await page.clock.install();
    await page.route("**/panel/api/live", (route) => route.abort());
    await signIn(page, panelSite);
    await page.goto("/panel/zapytania");
    await expect(page.getByText("Tu pojawią się zapytania")).toBeVisible();
    await sendEnquiry(panelSite);
    await page.clock.runFor(61_000);
    await expect(page.getByRole("link", { name: /Łucja Próbna/ })).toBeVisible();
    const reference = await sendEnquiry(panelSite, {
      name: "Jan Inny",
      email: "jan@poczta.example",
      phone: "600 100 201",
    });
    // The message that the panel's service worker sends on a notification.
    await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new MessageEvent("message")));
    await expect(page.getByRole("link", { name: /Jan Inny/ })).toBeVisible();

    await page.getByRole("link", { name: /Łucja Próbna/ }).click();
    await page.route("**/reminder", (route) => route.abort(), { times: 2 });
    const day = page.getByLabel("Inny dzień");
    await day.fill("2099-01-15");
    await day.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "Brak połączenia" })).toBeVisible();
    await expect(day).toHaveValue("2099-01-15");
    await day.press("Enter");
    await expect(page.getByText(/15 stycznia 2099 o\s8:00/)).toBeVisible();

    await navigateInApp(page, "/panel/dzis");
    await expect(page.locator(".step", { hasText: "Jan Inny" })).toBeVisible();
    const client = { from: "new", state: "closed", outcome: "client" } as const;
    await withInbox(panelSite, (inbox) => inbox.changeState(reference, client));
    await page.getByRole("button", { name: "Zrobione (Jan Inny)" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Na innym urządzeniu" })).toBeVisible();
    await expect(page.locator(".step", { hasText: "Jan Inny" })).toHaveCount(0);
    expect(await withInbox(panelSite, (inbox) => inbox.find(reference))).toMatchObject({ outcome: "client" });
  });

  test("C1.3 C2.3 C3.6 a call's result and a changed date that came too late are told, although their entry is gone", async ({
    page,
    panelSite,
  }) => {
    await page.clock.install();
    await page.route("**/panel/api/live", (route) => route.abort());
    const called = await sendEnquiry(panelSite);
    const slots = await fetch(`${panelSite.baseUrl}/api/slots`).then((response) => response.json());
    const reference = await sendEnquiry(panelSite, { name: "Jan Inny", slot: slots.slots[0].id });
    await signIn(page, panelSite);
    await page.goto("/panel/dzis");
    await page.getByRole("link", { name: "Zadzwoń", description: "Łucja Próbna" }).click();
    // Coming back from the call refreshes the list, too.
    const refreshed = page.waitForResponse("**/enquiries/today");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await refreshed;
    const closed = { from: "new", state: "closed", outcome: "client" } as const;
    await withInbox(panelSite, (inbox) => inbox.changeState(called, closed));
    await page.getByRole("button", { name: "oddzwoni" }).click();
    const tooLate = page.getByRole("alert").filter({ hasText: "Na innym urządzeniu" });
    await expect(page.locator(".step", { hasText: "Łucja Próbna" })).toHaveCount(0);
    await expect(tooLate).toBeInViewport();

    await page.goto(`/panel/zapytania/${reference}`);
    await page.getByRole("button", { name: "Inny termin" }).click();
    await withDatabase(panelSite, ({ db }) =>
      db.updateTable("appointments").set({ state: "cancelled" }).where("reference", "=", reference).execute(),
    );
    await page.getByRole("button", { name: "Przenieś" }).click();
    await expect(page.getByText(/odwołane/)).toBeVisible();
    await expect(tooLate).toBeInViewport();
  });
});

test("P3.1 P9.1 an empty list: in forced colours only the chosen filter is underlined; on a phone, one that has the focus is in view as a whole; while something lies in quarantine, the list leads there instead of promising messages", async ({
  page,
  panelSite,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openInbox(page, panelSite);
  const filters = page.getByRole("navigation", { name: "Etap zapytań" }).getByRole("link");
  const isUnderlined = async (at: number) => {
    const picture = sharp(await filters.nth(at).screenshot());
    const { width = 0, height = 0 } = await picture.metadata();
    const line = await picture.extract({ left: 0, top: height - 6, width, height: 5 }).toBuffer();
    return (await sharp(line).stats()).channels.some(({ stdev }) => stdev > 10);
  };
  expect([await isUnderlined(0), await isUnderlined(1), await isUnderlined(2)]).toEqual([true, false, false]);

  await page.emulateMedia({ forcedColors: "none" });
  await page.setViewportSize(phone);
  await filters.first().focus();
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let rest = (await filters.count()) - 1; rest > 0; rest--) {
      await page.keyboard.press(key);
      await expect(page.locator(".filters a:focus")).toBeInViewport({ ratio: 0.99, timeout: 5000 });
    }
  }

  await expect(page.getByText("Tu pojawią się zapytania")).toBeVisible();
  await sendEnquiry(panelSite, { name: "Automat", [honeypotField]: "x" });
  await page.reload();
  const notice = page.getByRole("link", { name: "W kwarantannie: 1" });
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("Tu pojawią się zapytania")).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);
  await notice.click();
  await expect(page.getByRole("link", { name: /Automat/ })).toBeVisible();
});

test("P2 P3.1 P9.1 T14 on a wide screen neither URL nor title names a person, not even during a search; an enquiry beside the list is no wider than the screen; a note begun for it does not appear in the next, and stays until it is added", async ({
  page,
  panelSite,
}) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await sendEnquiry(panelSite);
  await sendEnquiry(panelSite, { name: "Jan Inny", email: "jan@poczta.example", phone: "600 100 201" });
  await signIn(page, panelSite);
  await page.goto("/panel/zapytania");
  await page.getByRole("searchbox").pressSequentially("lucja");
  await page.getByRole("link", { name: /Łucja Próbna/ }).click();
  await expect(page.getByRole("heading", { name: "Łucja Próbna" })).toBeVisible();
  await expect(page).toHaveTitle(/^Zapytanie [0-9A-Z-]{9} – Panel$/);
  expect([...requested, page.url()].filter((url) => /lucja|łucja|probna/i.test(decodeURI(url)))).toEqual([]);

  await expect(page.getByRole("group", { name: "Gotowe odpowiedzi" })).toBeVisible();
  for (const width of [1200, 1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 720 });
    await expectNoOverflow(page, `${width} px`);
  }

  await page.getByLabel("Nowa notatka").fill("Tylko o Łucji");
  await page.getByRole("searchbox").clear();
  await page.getByRole("link", { name: /Jan Inny/ }).click();
  await expect(page.getByRole("heading", { name: "Jan Inny" })).toBeFocused();
  await expect(page.getByLabel("Nowa notatka")).toHaveValue("");
  await page.getByRole("link", { name: /Łucja Próbna/ }).click();
  await expect(page.getByLabel("Nowa notatka")).toHaveValue("Tylko o Łucji");
  await page.reload();
  await expect(page.getByLabel("Nowa notatka")).toHaveValue("Tylko o Łucji");
  await page.getByRole("button", { name: "Dodaj notatkę" }).click();
  await expect(page.locator(".message", { hasText: "Tylko o Łucji" })).toBeVisible();
  await expect(page.getByLabel("Nowa notatka")).toHaveValue("");
  await page.reload();
  await expect(page.getByLabel("Nowa notatka")).toHaveValue("");
  await expect(page.getByRole("link", { name: /nieprzeczytane/ })).toHaveCount(0);
});

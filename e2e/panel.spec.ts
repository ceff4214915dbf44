import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { honeypotField } from "../enquiries/form.ts";
import { startPostgres } from "../enquiries/testing/postgres.ts";
import { loadConfig } from "../server/config.ts";
import { violationsOf } from "./axe.ts";
import { writeHeaders } from "./faults/owner.ts";
import { navigateInApp } from "./in-app.ts";
import {
  createLink,
  makeLink,
  onAnotherDevice,
  openInbox,
  sendEnquiry,
  setUp,
  signIn,
  test,
} from "./panel-site.ts";
import { type SiteProcess, startSite } from "./site-process.ts";
import { test as base, expect } from "./test.ts";

base(
  "P1.1 the public site never mentions the panel: menu, sitemap, robots, worker, import map",
  async ({ request }) => {
    expect(await (await request.get("/")).text()).not.toContain("/panel");
    const folder = join(loadConfig().siteDir, "client");
    const names = await readdir(folder, { recursive: true });
    for (const needed of ["index.html", "sitemap.xml", "robots.txt", "sw.js"])
      expect(names).toContain(needed);
    const mentioning: string[] = [];
    for (const name of names.filter((name) =>
      /\.(?:html|js|css|json|xml|txt|webmanifest|svg)$|^_headers$/.test(name),
    )) {
      if (/\/panel\b/.test(await readFile(join(folder, name), "utf8"))) mentioning.push(name);
    }
    expect(mentioning).toEqual([]);
  },
);

test.describe("P2 sign-in", () => {
  test.use({ allowedProblems: /status of 40[13]/ });

  test("P1.2 P2 P2.1 P2.2 P2.3 P2.4 before the first passkey the panel is a plain page that says how to make the link; link, passkey, codes, inbox; a second device by a QR code, and both work at once; sign-out, which keeps the draft of the public form, and sign-in with one button, which an unverified passkey does not do; a page from the back/forward cache checks the session again", async ({
    browser,
    page,
    panelSite,
    panelUrl,
  }) => {
    await page.goto("/panel/");
    await expect(page.getByText("npm run panel -- link")).toBeVisible();
    expect(await page.locator("script").count()).toBe(0);

    await sendEnquiry(panelSite);
    const { codes, phone } = await setUp(page, panelSite);
    expect(codes).toHaveLength(10);
    await expect(page.getByRole("link", { name: /Łucja Próbna/ })).toBeVisible();
    await page.evaluate(() => localStorage.setItem("draft", "kept"));

    await page.getByRole("link", { name: "Stan", exact: true }).click();
    await page.getByRole("link", { name: "Ustawienia" }).filter({ visible: true }).first().click();
    await page.getByRole("link", { name: "Urządzenia i kody" }).click();
    await expect(page.getByText("wchodzi nim to urządzenie, usunięcie je wyloguje")).toBeVisible();
    await page.getByRole("button", { name: "Dodaj urządzenie" }).click();
    await expect(page.getByRole("img", { name: "Kod QR z linkiem do panelu" })).toBeVisible();
    const link = await page.getByText(`${panelUrl}/panel/start#`).textContent();
    const laptop = await onAnotherDevice(browser, panelUrl);
    await laptop.page.goto(link ?? "");
    await laptop.page.getByLabel("Nazwa urządzenia").fill("Laptop");
    await laptop.page.getByRole("button", { name: "Otwórz panel" }).click();
    await laptop.page.goto("/panel/zapytania");
    await expect(laptop.page.getByRole("heading", { name: "Zapytania" })).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Wyloguj urządzenie Laptop" }).click();
    await expect(page.getByText("Nie ma innych.")).toBeVisible();
    await laptop.page.reload();
    await expect(laptop.page.getByRole("button", { name: "Wejdź" })).toBeVisible();
    await laptop.context.close();

    await page.getByRole("button", { name: "Wyloguj to urządzenie" }).click();
    await expect(page.getByRole("button", { name: "Wejdź" })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("draft"))).toBe("kept");
    await phone.verifiesUser(false);
    await page.getByRole("button", { name: "Wejdź" }).click();
    await expect(page.getByRole("alert")).toContainText("Nie potwierdzono");
    await phone.verifiesUser(true);
    await page.getByRole("button", { name: "Wejdź" }).click();
    await expect(page.getByRole("heading", { name: "Dziś", exact: true })).toBeFocused();

    await page.context().clearCookies();
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await expect(page.getByRole("button", { name: "Wejdź" })).toBeVisible();
  });

  test("P2.1 P2.2 P2.3 the link opens the panel without a passkey, and the panel keeps asking for one; a used link says so, and the next one opens in the same tab; codes are copied to the clipboard, and say on paper at which address they are typed in", async ({
    page,
    panelSite,
    panelUrl,
  }) => {
    const enter = () => page.getByRole("button", { name: "Otwórz panel" }).click();
    const used = await makeLink(panelSite);
    await page.goto(used);
    await enter();
    await page.getByRole("button", { name: "Później" }).click();
    await page.getByRole("button", { name: "Później" }).click();
    await page.getByRole("button", { name: "Dalej" }).click();
    await page.getByRole("link", { name: "Przejdź do panelu" }).click();
    await expect(page.getByRole("heading", { name: "Dziś", exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Utwórz klucz" })).toBeVisible();

    await page.goto("about:blank");
    await page.goto(used);
    await enter();
    await expect(page.getByRole("alert")).toContainText(
      "Jeśli nie przyszedł pocztą albo kod się zgadza, link jest już zużyty albo za stary:",
    );
    await page.getByRole("link", { name: "Przejdź do panelu" }).click();
    await expect(page.getByRole("heading", { name: "Dziś", exact: true })).toBeVisible();
    await page.goto(await createLink(panelSite));
    await expect(page.getByLabel("Kod zapasowy")).toBeHidden();
    await enter();
    await expect(page.getByRole("heading", { name: "Wchodź bez hasła" })).toBeVisible();

    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Później" }).click();
    await page.getByRole("button", { name: "Pokaż kody" }).click();
    await expect(page.locator(".codes li")).toHaveCount(10);
    const codes = await page.locator(".codes li").allTextContents();
    await page.getByRole("button", { name: "Kopiuj" }).click();
    await expect(page.getByText("Skopiowano.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(codes.join("\n"));
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText(`${new URL(panelUrl).host}/panel`)).toBeVisible();
  });
});

test.describe("P3 enquiries", () => {
  test("P3.1 P3.2 C2.2 read, call, state, note, reminder: everything survives a reload; without a mail server the form says that an e-mail waits; a regular client's older dates and notes are folded, so that what follows stays near", async ({
    page,
    panelSite,
  }) => {
    const reference = await sendEnquiry(panelSite);
    await openInbox(page, panelSite);
    await page.getByRole("link", { name: /Łucja Próbna nieprzeczytane/ }).click();
    await expect(page.getByRole("heading", { name: "Łucja Próbna" })).toBeFocused();
    await expect(page.getByRole("link", { name: "Zadzwoń" })).toHaveAttribute("href", "tel:+48600100200");
    await expect(page.getByRole("link", { name: "E-mail" })).toHaveAttribute("href", new RegExp(reference));
    await page.getByRole("button", { name: "w kontakcie", exact: true }).click();
    await page.getByLabel("Nowa notatka").fill("Woli wieczory.");
    await page.getByRole("button", { name: "Dodaj notatkę" }).click();
    await expect(page.getByText("Woli wieczory.", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Jutro" }).click();
    await expect(page.getByText(/jutro o\s0?8:00/)).toBeVisible();

    await page.reload();
    await expect(page.getByRole("button", { name: "w kontakcie", pressed: true })).toBeVisible();
    await expect(page.getByText("Woli wieczory.", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Nie przypominaj" }).click();
    const waits = "E-mail poczeka, aż ustawisz pocztę: do tego czasu daj tej osobie znać inaczej.";
    await expect(page.getByText(waits)).toBeVisible();
    await page.getByLabel("Treść odpowiedzi").fill("Zapraszam.");
    await page.getByRole("button", { name: "Wyślij e-mail" }).click();
    await expect(page.getByText("Zapraszam.")).toBeVisible();
    // Screen readers are told.
    const told = page.locator("[aria-live=polite]").getByText("E-mail do tej osoby: czeka na wysłanie.");
    await expect(told).toBeVisible();
    await page.locator(".back").filter({ visible: true }).click();
    await expect(page.getByRole("link", { name: /Łucja Próbna/ })).toContainText("w kontakcie");
    await expect(page.getByRole("link", { name: /nieprzeczytane/ })).toHaveCount(0);

    const client = await sendEnquiry(panelSite, { name: "Jan Inny" });
    const agree = async (local: string) => {
      const data = { reference: client, kind: "training", minutes: 60, local };
      const headers = writeHeaders(panelSite.panelUrl);
      return (await page.request.post("/panel/api/appointments", { headers, data })).ok();
    };
    for (let number = 1; number <= 8; number += 1) {
      const note = await page.request.post(`/panel/api/enquiries/${client}/notes`, {
        headers: writeHeaders(panelSite.panelUrl),
        data: { id: randomUUID(), text: `Notatka ${number}.` },
      });
      expect([note.ok(), await agree(`${number === 1 ? 2030 : 2026}-01-0${number}T10:00`)]).toEqual([
        true,
        true,
      ]);
    }
    // Those to come, noted in one go, take no place of the latest ones.
    for (const day of [10, 11, 12, 13, 14, 15]) expect(await agree(`2030-01-${day}T10:00`)).toBe(true);
    await navigateInApp(page, `/panel/zapytania/${client}`);
    await expect(page.getByText("Notatka 8.", { exact: true })).toBeVisible();
    await expect(page.getByText("Notatka 3.", { exact: true })).toBeHidden();
    await page.getByText("Wcześniejsze notatki: 3").click();
    await expect(page.getByText("Notatka 3.", { exact: true })).toBeVisible();
    // One date to come is the oldest entry, but can still be changed.
    await expect(page.getByRole("button", { name: "Odwołaj" }).filter({ visible: true })).toHaveCount(7);
    // The newest dates come first, so the older ones are below them.
    const folded = page.getByText("Wcześniejsze terminy: 2");
    const newest = page.getByText(/\b8\sstycznia/).first();
    expect((await folded.boundingBox())?.y).toBeGreaterThan((await newest.boundingBox())?.y ?? Infinity);
  });

  test("P3.2 T6 the text of an enquiry is never interpreted as HTML; spam goes into quarantine and is released again; what the form has put there is confirmed as spam, and no longer counted", async ({
    page,
    panelSite,
  }) => {
    const message = `<img src=x onerror="document.title='broken'"><script>document.title='broken'</script>`;
    await sendEnquiry(panelSite, { name: "<b>Zły</b>", message });
    await openInbox(page, panelSite);
    await page.getByRole("link", { name: /Zły/ }).click();
    await expect(page.locator(".message").first()).toHaveText(message);
    await expect(page.getByRole("heading", { name: "<b>Zły</b>" })).toBeVisible();
    await page.getByRole("button", { name: "To spam" }).click();
    await expect(page.getByRole("button", { name: "To nie spam" })).toBeVisible();
    await page.locator(".back").filter({ visible: true }).click();
    await expect(page.getByRole("link", { name: /Zły/ })).toHaveCount(0);
    await page.getByRole("link", { name: /kwarantanna/ }).click();
    await page.getByRole("link", { name: /Zły/ }).click();
    await page.getByRole("button", { name: "To nie spam" }).click();
    await expect(page.getByRole("button", { name: "To spam" })).toBeVisible();

    await sendEnquiry(panelSite, { name: "Robot Próbny", [honeypotField]: "https://example.com" });
    await navigateInApp(page, "/panel/zapytania");
    await page.getByRole("link", { name: "W kwarantannie: 1" }).click();
    const entry = page.getByRole("link", { name: /Robot Próbny/ });
    await expect(entry).toContainText("kwarantanna");
    await entry.click();
    await page.getByRole("button", { name: "To spam" }).click();
    await expect(page.getByRole("button", { name: "To spam" })).toHaveCount(0);
    await page.locator(".back").filter({ visible: true }).click();
    await expect(page.getByRole("link", { name: /W kwarantannie/ })).toHaveCount(0);
    await page.getByRole("link", { name: "kwarantanna" }).click();
    await expect(entry).toContainText("spam");
  });

  test("P3.1 P3.4 B9.3 search finds without diacritics, as typed; a person is erased for good, after the panel has listed what will be erased; numbers and export", async ({
    page,
    panelSite,
  }) => {
    await sendEnquiry(panelSite);
    await sendEnquiry(panelSite, { message: "Jeszcze jedno pytanie." });
    await sendEnquiry(panelSite, { name: "Jan Inny", email: "jan@poczta.example", phone: "600 100 201" });
    await openInbox(page, panelSite);
    const found = page.getByRole("link", { name: /Łucja Próbna/ });
    await page.getByRole("searchbox").fill("nikt taki");
    await expect(page.getByText("Nic nie pasuje do „nikt taki”")).toBeVisible();
    const announced = page.getByRole("status").filter({ hasText: "Szukanie" });
    await expect(announced).toHaveText("Szukanie „nikt taki”: brak zapytań.");
    // Whoever asks about a message that was taken for spam.
    const flood = Array.from({ length: 6 }, (_, at) => `https://a.example/${at}`).join(" ");
    await sendEnquiry(panelSite, { name: "Piotr Pomyłka", email: "piotr@poczta.example", message: flood });
    await page.getByRole("searchbox").fill("pomylka");
    await expect(page.getByRole("link", { name: /Piotr Pomyłka.*kwarantanna/s })).toBeVisible();
    await page.getByRole("searchbox").clear();
    await page.getByRole("searchbox").pressSequentially("lucja pro");
    await expect(found).toHaveCount(2);
    await expect(announced).toHaveText("Szukanie „lucja pro”: 2 zapytania.");
    await expect(page.getByRole("link", { name: /Jan Inny/ })).toHaveCount(0);

    await found.first().click();
    await page.getByText("Usuń dane tej osoby").click();
    const show = page.getByRole("button", { name: "Pokaż, co zniknie" });
    await show.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "Zapytania tej osoby: " })).toBeVisible();
    // A second Enter erases nothing.
    await expect(show).toBeFocused();
    // The panel hears of the change before its request is answered, and must not ask for what is gone.
    await page.route("**/person", async (route) => {
      const refreshed = page.waitForResponse(/counts$/);
      const response = await route.fetch();
      await refreshed;
      await route.fulfill({ response });
    });
    await page.getByRole("button", { name: "Usuń na zawsze" }).click();
    await expect(page.getByText("Nic nie pasuje do „lucja pro”")).toBeVisible();
    await page.getByRole("searchbox").clear();
    await expect(page.locator(".enquiry")).toHaveCount(1);
    await expect(announced).toHaveCount(0);
    await expect(page.getByRole("link", { name: /Jan Inny/ })).toBeVisible();

    await page.getByRole("link", { name: "Liczby i eksport" }).click();
    await expect(page.getByText("1 zapytanie w ciągu roku")).toBeVisible();
    await expect(page.getByText("nikt nie czeka dłużej niż dobę")).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Plik dla arkusza (CSV)" }).click();
    expect((await download).suggestedFilename()).toBe("zapytania.csv");
  });

  test("P3.3 a new session hears of the browser's subscription at once, which is made anew for a restored server's key; the list of devices shows the last delivered notification, and a sent test is announced as a status, not as an error", async ({
    page,
    panelSite,
  }) => {
    // Tests reach no push service, so the browser's subscription, the sending and its result are simulated.
    await page.addInitScript(() => {
      let endpoint = "https://push.example/for-the-key-before";
      const subscription = {
        get endpoint() {
          return endpoint;
        },
        toJSON: () => ({ endpoint, keys: {} }),
        async unsubscribe() {
          endpoint = "";
        },
      };
      const pushManager = {
        getSubscription: async () => subscription,
        async subscribe() {
          if (endpoint.endsWith("before")) throw new DOMException("another key", "InvalidStateError");
          endpoint = "https://push.example/1";
          return subscription;
        },
      };
      const registration = { pushManager };
      navigator.serviceWorker.getRegistration = async () =>
        registration as unknown as ServiceWorkerRegistration;
      Object.defineProperty(Notification, "permission", { value: "granted" });
    });
    await page.route(/\/panel\/api\/push(\/test)?$/, (route) => route.fulfill({ json: {} }));
    await signIn(page, panelSite);
    const saved = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/panel/api/push"),
    );
    await page.goto("/panel/dzis");
    expect((await saved).postDataJSON()).toMatchObject({ endpoint: "https://push.example/1" });
    await page.route("**/panel/api/devices", async (route) => {
      const devices = await (await route.fetch()).json();
      devices.sessions[0].notifications = [{ lastSuccessAt: Date.now() }];
      await route.fulfill({ json: devices });
    });
    await navigateInApp(page, "/panel/ustawienia/urzadzenia");
    await expect(page.getByText(/^Ostatnie powiadomienie wyszło dziś o\s\d/)).toBeVisible();
    await page.unroute("**/panel/api/devices");
    await page.getByRole("button", { name: "Wyślij próbne powiadomienie" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Wysłane." })).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "Wysłane." })).toHaveCount(0);
    const removed = page.waitForResponse((response) => response.url().endsWith("/panel/api/push/remove"));
    await page.getByRole("button", { name: "Wyłącz powiadomienia" }).click();
    expect((await removed).ok()).toBe(true);
    expect((await removed).request().postDataJSON()).toEqual({ endpoint: "https://push.example/1" });
    await expect(page.getByRole("button", { name: "Włącz powiadomienia" })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Wysłane." })).toHaveCount(0);
  });

  test.describe("in a window without a push service", () => {
    test.use({ allowedProblems: /Push API/, serviceWorkers: "allow" });

    test("P3.3 the panel says that the browser cannot receive notifications", async ({ page, panelSite }) => {
      await page.context().grantPermissions(["notifications"]);
      await signIn(page, panelSite);
      await page.goto("/panel/ustawienia/urzadzenia");
      await page.getByRole("button", { name: "Włącz powiadomienia" }).click();
      await expect(page.getByText("Ta przeglądarka nie przyjmuje powiadomień")).toBeVisible();
    });
  });
});

test("P9.3 by keyboard from the list to a note; axe finds nothing in the list, nor in the one beside an open enquiry", async ({
  page,
  panelSite,
}) => {
  const expectNoViolations = async () => {
    for (const width of [768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violationsOf(page), `${page.url()} at ${width} px`).toEqual([]);
    }
  };
  await sendEnquiry(panelSite);
  await openInbox(page, panelSite);
  await expectNoViolations();
  await page.getByRole("searchbox").focus();
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.classList.contains("enquiry"))) break;
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Łucja Próbna" })).toBeFocused();
  await expectNoViolations();
  let changes = 0;
  await page.route("**/state", (route) => {
    changes += 1;
    return route.continue();
  });
  await page.getByRole("button", { name: "nowe", exact: true }).focus();
  for (const key of ["ArrowRight", "Enter", "Tab", "Tab", "Shift+Tab"]) await page.keyboard.press(key);
  expect(changes, "moving by keyboard does not set the state").toBe(0);
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "w kontakcie", pressed: true })).toBeVisible();
  await page.getByLabel("Nowa notatka").focus();
  await page.keyboard.type("Woli wieczory.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /Usuń notatkę/ }).press("Enter");
  await expect(page.getByRole("heading", { name: "Notatki" })).toBeFocused();
  await page.getByRole("button", { name: "To spam" }).press("Enter");
  await page.getByRole("button", { name: "To nie spam" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Łucja Próbna" })).toBeFocused();
});

test.describe("on PostgreSQL", () => {
  const postgresTest = base.extend<{ postgresSite: { site: SiteProcess; databaseUrl: string } | undefined }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    postgresSite: async ({}, use) => {
      const postgres = await startPostgres();
      const site = postgres && (await startSite({ DATABASE_URL: postgres.url }));
      await use(site && postgres && { site, databaseUrl: postgres.url });
      await site?.stop();
      await postgres?.stop();
    },
    baseURL: ({ postgresSite }, use) => use(postgresSite?.site.panelUrl),
  });

  postgresTest(
    "P2.1 link, passkey, inbox, note and export work as on SQLite",
    async ({ page, postgresSite }) => {
      if (!postgresSite) return postgresTest.skip(true, "there is no PostgreSQL on this machine");
      const { site, databaseUrl } = postgresSite;
      await sendEnquiry(site);
      await setUp(page, site, await makeLink(site, databaseUrl));
      await page.getByRole("link", { name: /Łucja Próbna/ }).click();
      await page.getByLabel("Nowa notatka").fill("Woli wieczory.");
      await page.getByRole("button", { name: "Dodaj notatkę" }).click();
      await expect(page.getByText("Woli wieczory.", { exact: true })).toBeVisible();
      await navigateInApp(page, "/panel/zapytania/liczby");
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Plik dla arkusza (CSV)" }).click();
      expect(await readFile(await (await download).path(), "utf8")).toContain("Woli wieczory.");
    },
  );
});

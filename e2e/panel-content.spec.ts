import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page, Route } from "@playwright/test";
import sharp from "sharp";
import { parse, stringify } from "yaml";
import { ensureOwnContent } from "../publishing/own-content.ts";
import { violationsOf } from "./axe.ts";
import { openForm, openInbox, setUp, signIn, test } from "./panel-site.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect } from "./test.ts";

const phone = { width: 360, height: 740 };

const saved = /^Zapisano \d\d?:\d\d · niepublikowane zmiany: \d+/;

const fileOf = ({ dataDir }: SiteProcess, name: string) => join(dataDir, `content/${name}.yaml`);

/** What was typed last is counted among the changes only when the browser has painted it. */
async function isSaved(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await expect(page.getByText(saved)).toBeVisible();
}

/** A second browser of the same owner. */
async function laptop(browser: Browser, phone: Page, name: string) {
  const context = await browser.newContext({ storageState: await phone.context().storageState() });
  const page = await context.newPage();
  await page.goto(`/panel/tresc/${name}`);
  await page.locator(".content-form").waitFor();
  return { page, close: () => context.close() };
}

test("P4.1 P4.5 P4.4 P4.8 P4.3 on a phone: a changed price is saved automatically and survives a reload, an item's actions stand at its name, a link to a field scrolls to it, and below a text stands what its names in braces become", async ({
  page,
  panelSite,
}) => {
  await page.setViewportSize(phone);
  const amount = page.getByLabel("Kwota (zł)");
  await openInbox(page, panelSite);
  await page.getByRole("link", { name: "Treść" }).click();
  await page.getByRole("link", { name: "Ceny", exact: true }).click();
  await page.getByRole("button", { name: /^Trening personalny/ }).click();
  await expect(amount).toBeInViewport({ ratio: 1 });
  await amount.fill("165,50");
  await expect(page.getByText(/^Zapisano \d\d?:\d\d · niepublikowane zmiany: 1$/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: /^Trening personalny 165,50 zł za trening/ })).toBeVisible();
  const text = await readFile(fileOf(panelSite, "oferta"), "utf8");
  expect(text).toBe((await readFile("content/oferta.yaml", "utf8")).replace("amount: 150", "amount: 165.5"));

  // Not below its many fields.
  await page.getByRole("button", { name: /^Dieta/ }).click();
  await page.getByRole("button", { name: "Przesuń, usuń Dieta" }).click();
  await expect(page.getByRole("button", { name: "Niżej" })).toBeInViewport({ timeout: 10_000 });

  // A link to a field works from whatever scroll position of the page before.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.goto("/panel/tresc/oferta?pole=services[0].price");
  await expect(amount).toBeFocused();
  await page.waitForLoadState("networkidle");
  await expect(amount).toBeInViewport();
  // Another page, loaded in the same tab, starts at its top.
  await page.goto("/panel/tresc/kontakt");
  await page.locator(".content-form").waitFor();
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const field = page.locator("[data-path=formLead]");
  await expect(field.locator(".fact")).toHaveText(["{answerTime} w\u00a0ciągu jednego dnia roboczego"]);
  await field.getByRole("textbox").fill("Zadzwoń: {telephone}.");
  await expect(field.locator(".fact")).toHaveText(["{telephone} +48\u00a0000\u00a0000\u00a0000"]);
  await isSaved(page);
  // Of a part larger than the screen, its beginning is shown.
  await page.goto("/panel/tresc/kontakt?pole=slots");
  await expect(page.locator('[id="slots.sample"]')).toBeFocused();
  await expect(page.getByRole("heading", { name: "Wolne terminy" })).toBeInViewport({ ratio: 1 });
  await expect(page.locator('[id="slots.sample"]')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "17:30 poniedziałek, środa" })).toBeAttached();
});

test("P4.4 a list by keyboard: moves keep the focus and announce the position, a removal is undone", async ({
  page,
  panelSite,
}) => {
  await openForm(page, panelSite, "oferta");
  const names = () => page.locator("[data-path=steps] .item-name").allTextContents();
  const before = await names();
  await page.getByRole("button", { name: `Przesuń, usuń ${before[1]}` }).press("Enter");
  const down = page.getByRole("button", { name: "Niżej" });
  await down.press("Enter");
  await expect(down).toBeFocused();
  await expect(page.getByText(`${before[1]}: pozycja 3 z ${before.length}`)).toBeAttached();
  await down.press("Enter");
  await expect(down).toBeFocused();
  await page.getByRole("button", { name: "Na początek" }).press("Enter");
  await expect(page.getByText(`${before[1]}: pozycja 1 z ${before.length}`)).toBeAttached();
  expect(await names()).toEqual([before[1], before[0], ...before.slice(2)]);
  await expect(page.getByRole("button", { name: "Wyżej" })).toHaveAttribute("aria-disabled", "true");

  await page.getByRole("button", { name: "Usuń", exact: true }).press("Enter");
  const undo = page.getByRole("button", { name: "Cofnij" });
  await expect(undo).toBeFocused();
  expect(await names()).toEqual([before[0], ...before.slice(2)]);
  await undo.press("Enter");
  await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)]);
  for (const name of [before[1], before[0]]) {
    await page.getByRole("button", { name: `Przesuń, usuń ${name}` }).press("Enter");
    await page.getByRole("button", { name: "Usuń", exact: true }).press("Enter");
    await expect(undo).toBeFocused();
  }
  await undo.press("Enter");
  await expect.poll(names).toEqual([before[0], ...before.slice(2)]);
  await undo.press("Enter");
  await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)]);
  await page.getByRole("button", { name: `Przesuń, usuń ${before[1]}` }).press("Enter");
  await page
    .getByRole("group", { name: before[1] ?? "" })
    .getByRole("button", { name: "Usuń" })
    .press("Enter");

  await page.getByRole("button", { name: "Dodaj: krok" }).press("Enter");
  await expect(page.locator(`[id="steps.${before.length - 1}.title"]`)).toBeFocused();
  await page.keyboard.type("Przerwa");
  await isSaved(page);
  await page.reload();
  await expect.poll(names).toEqual([before[0], ...before.slice(2), "Przerwado poprawienia"]);

  // Of plain texts, too.
  await page.getByRole("button", { name: /^Plan treningowy/ }).press("Enter");
  await page
    .locator('[data-path="services.0.includes"]')
    .getByRole("button", { name: "Dodaj: punkt" })
    .press("Enter");
  await page.keyboard.type("Nowy punkt.");
  await page.getByRole("button", { name: "Przesuń, usuń Nowy punkt." }).press("Enter");
  const up = page.getByRole("button", { name: "Wyżej" });
  await up.press("Enter");
  await expect(page.getByText(/^Nowy punkt\.: pozycja/)).toBeAttached();
  await expect(up).toBeFocused();
});

test("P4.8 P4.5 P4.3 Zacznij tutaj leads to the field, and its item is ticked automatically; an invalid value is kept and explained at its field, the save line links to it; hours by day, a colour on its button, a date that may be a year", async ({
  page,
  panelSite,
}) => {
  await signIn(page, panelSite);
  await page.goto("/panel/tresc");
  await page.getByText(/^Zacznij tutaj: zrobione \d+ z \d+$/).click();
  await expect(page.getByRole("link", { name: /^Godziny treningów/ })).toContainText("zrobione");
  const item = page.getByRole("link", { name: /^NIP/ });
  await expect(item).not.toContainText("zrobione");
  await item.click();
  await expect(page.getByLabel("NIP")).toBeFocused();
  await page.getByLabel("NIP").fill("1234563218");
  await page.getByLabel("REGON").fill("123456785");
  await isSaved(page);
  await page.goBack();
  await page.getByText(/^Zacznij tutaj/).click();
  await expect(item).toContainText("zrobione");

  await item.click();
  await expect(page.getByLabel("NIP")).toBeFocused();
  const telephone = page.getByRole("textbox", { name: "Telefon" });
  const problem = page.getByText("„12” nie jest numerem telefonu.");
  await telephone.fill("12");
  await expect(problem).toBeVisible();
  await expect(telephone).toHaveAttribute("aria-invalid", "true");
  // The problem of the former text disappears when the text changes.
  await page.route("**/panel/api/content/site", () => {});
  await telephone.fill("123");
  await expect(problem).toHaveCount(0);
  await expect(telephone).toHaveAttribute("aria-invalid", "false");
  await page.unrouteAll();
  await telephone.fill("12");
  await page.reload();
  await expect(page.getByLabel("NIP")).toBeFocused();
  await expect(telephone).toHaveValue("12");
  await page.getByRole("button", { name: "Do poprawienia: 1" }).click();
  await expect(telephone).toBeFocused();

  await page.getByRole("checkbox", { name: "niedziela" }).check();
  await page.getByRole("button", { name: "Przerwa w ciągu dnia: niedziela" }).click();
  await expect(page.getByLabel("niedziela, po przerwie, od")).toBeVisible();
  await expect(page.getByLabel("niedziela, od")).toHaveCount(1);
  await page.getByRole("button", { name: "Bez przerwy w ciągu dnia: niedziela" }).click();
  await page.getByLabel("niedziela, do").fill("12:00");
  // As narrow as a phone with large letters is in their size: below each other.
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 300, height: 700 });
  const boxOf = (label: string) => page.getByLabel(label).boundingBox();
  expect((await boxOf("niedziela, od"))?.x).toBe((await boxOf("niedziela, do"))?.x);
  await page.setViewportSize({ width, height });
  await page.getByLabel("Kolor przewodni", { exact: true }).fill("#333333");
  await expect(page.getByText(/za mało czytelne/)).toBeVisible();
  await page.getByLabel("Kolor przewodni", { exact: true }).fill("#1fb574");
  await expect(page.getByText(/dobrze czytelne/)).toBeVisible();
  await isSaved(page);
  const site = await readFile(fileOf(panelSite, "site"), "utf8");
  expect(parse(site).openingHours).toContainEqual({ days: ["Su"], opens: "8:00", closes: "12:00" });
  expect(site).toContain('accent: "#1fb574"');

  await page.goto("/panel/tresc/osiagniecia");
  await page.getByRole("button", { name: "Dodaj: ważna data" }).click();
  await page.getByLabel("Data", { exact: true }).fill("3.2025");
  await expect.poll(() => readFile(fileOf(panelSite, "osiagniecia"), "utf8")).toMatch(/date: "?2025-03"?$/m);
  await isSaved(page);
});

test("P4.3 P9.3 by keyboard: a logo as PNG, a drawing instead, a broken one refused with a reason, and none again; an optional part is added, removed and restored; the focus is never lost", async ({
  page,
  panelSite,
}) => {
  await openForm(page, panelSite, "site");
  const logo = page.locator('input[id="logo"]');
  // Playwright intercepts file choosers only while there is a listener.
  page.on("filechooser", () => {});
  const send = async (name: string, mimeType: string, buffer: Buffer) => {
    await logo.focus();
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
    await chooser.setFiles({ name, mimeType, buffer });
  };
  const inFile = async () => parse(await readFile(fileOf(panelSite, "site"), "utf8").catch(() => "{}")).logo;
  const square = sharp({ create: { width: 512, height: 512, channels: 3, background: "#da3d20" } });
  const drawing = (inside: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`);

  await page.locator('[id="descriptor"]').focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(logo).toBeFocused();
  await expect(logo).toHaveAccessibleName(/Wgraj logo/);
  await send("logo.png", "image/png", await square.png().toBuffer());
  await expect.poll(inFile).toMatch(/^logo-\w{12}\.png$/);
  const naturalWidth = () =>
    page.locator("[data-path=logo] img").evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(naturalWidth).toBe(512);
  const given = await inFile();
  await send("logo.svg", "image/svg+xml", drawing('<circle r="4"/>'));
  await expect.poll(naturalWidth).toBe(1024);
  await expect.poll(inFile).not.toBe(given);
  const drawn = await inFile();
  await send("logo.svg", "image/svg+xml", Buffer.from("<svg"));
  await expect(page.getByRole("alert")).toHaveText(/logo jest uszkodzone/);
  expect(await inFile()).toBe(drawn);
  await page.getByRole("button", { name: "Usuń logo" }).press("Enter");
  await expect.poll(inFile).toBeUndefined();
  await expect(logo).toBeFocused();

  const notice = page.locator("[data-path=notice]");
  const words = notice.getByRole("textbox").first();
  const add = notice.getByRole("button", { name: "Dodaj Komunikat" });
  await add.press("Enter");
  await expect(words).toBeFocused();
  await page.keyboard.type("Urlop");
  await notice.getByRole("button", { name: "Usuń tę część Komunikat" }).press("Enter");
  await expect(add).toBeFocused();
  // As a key that is held does, or a second press: an empty part comes and goes.
  await add.press("Enter");
  await notice.getByRole("button", { name: "Usuń tę część Komunikat" }).press("Enter");
  await notice.getByRole("button", { name: "Cofnij usunięcie" }).press("Enter");
  await expect(words).toBeFocused();
  await expect(words).toHaveValue("Urlop");
});

test("P4.4 of sixty photographs in the gallery the last one moves to the beginning with one tap, and opens at once", async ({
  page,
  panelSite,
}) => {
  await page.setViewportSize(phone);
  await ensureOwnContent({ ownContentDir: join(panelSite.dataDir, "content") });
  const file = fileOf(panelSite, "galeria");
  const gallery = parse(await readFile(file, "utf8"));
  const sixty = Array.from({ length: 60 }, (_, at) => ({
    ...gallery.photos[at % gallery.photos.length],
    caption: `Zdjęcie próbne ${at + 1}`,
  }));
  await writeFile(file, stringify({ ...gallery, photos: sixty }, { aliasDuplicateObjects: false }));
  await openForm(page, panelSite, "galeria");
  const rows = page.locator("[data-path=photos] .group-item");
  await expect(rows).toHaveCount(60);
  await rows
    .last()
    .getByRole("button", { name: /^Przesuń, usuń/ })
    .click();
  await rows.last().getByRole("button", { name: "Na początek" }).click();
  await expect(page.getByText(/: pozycja 1 z\s60$/)).toBeAttached();
  await rows.first().locator(".item-name").click();
  await expect(rows.first().getByLabel("Podpis")).toHaveValue("Zdjęcie próbne 60");
  await isSaved(page);
  const { photos } = parse(await readFile(file, "utf8"));
  expect(photos).toEqual([sixty[59], ...sixty.slice(0, 59)]);
});

test("P4.4 P4.3 an item dragged by its menu button stands where it is dropped, and a tap still opens the menu; a price on request; a new service gets its address from its name; an empty field is a problem only after it was left", async ({
  page,
  panelSite,
}) => {
  await openForm(page, panelSite, "oferta");
  const names = () => page.locator("[data-path=steps] .item-name").allTextContents();
  const before = await names();
  const rows = page.locator("[data-path=steps] .group-item");
  const menu = (row: number) => rows.nth(row).getByRole("button", { name: /^Przesuń, usuń/ });
  const drag = async (from: number, to: number) => {
    await menu(from).hover();
    await page.mouse.down();
    await menu(to).hover({ force: true });
    await page.mouse.up();
  };
  await rows.first().scrollIntoViewIfNeeded();
  await drag(0, 2);
  await expect(page.getByText(`${before[0]}: pozycja 3 z ${before.length}`)).toBeAttached();
  await expect.poll(names).toEqual([before[1], before[2], before[0], ...before.slice(3)]);
  await expect(menu(2)).toBeFocused();
  await drag(2, 0);
  expect(await names()).toEqual(before);
  await expect(rows.first()).not.toHaveAttribute("style", /translate/);
  await expect(page.getByRole("button", { name: "Wyżej" })).toHaveCount(0);
  await menu(0).click();
  await expect(page.getByRole("button", { name: "Wyżej" })).toBeVisible();

  await page.getByRole("button", { name: /^Dieta/ }).click();
  await page.getByLabel("Wycena po rozmowie").check();
  await expect(page.getByRole("button", { name: /^Dieta wycena po rozmowie/ })).toBeVisible();
  await page.getByLabel("Wycena po rozmowie").uncheck();
  await expect(page.getByRole("button", { name: /^Dieta 220 zł/ })).toBeVisible();
  await page.getByRole("button", { name: /^Dieta 220 zł/ }).click();

  await page.getByRole("button", { name: "Dodaj: usługa" }).click();
  await page.getByLabel("Nazwa", { exact: true }).fill("Trening w parze");
  await page.getByLabel("Czas").fill("60 min");
  await expect(page.getByLabel("Adres po znaku #")).toHaveValue("trening-w-parze");
  await isSaved(page);
  await expect(page.getByText(/^Do poprawienia/)).toHaveCount(0);
  await page.getByLabel("Kwota (zł)").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Do poprawienia: 1" })).toBeVisible();
  await page.reload();
  // The rest of a service may wait.
  await expect(page.getByRole("button", { name: "Do poprawienia: 1" })).toBeVisible();

  // The message about a field that a click leaves empty does not move what is clicked.
  await page.getByRole("button", { name: "Dodaj: krok" }).click();
  await expect(page.getByRole("button", { name: "Do poprawienia: 1" })).toBeVisible();
  await isSaved(page);
  const step = page.locator("[data-path=steps] .group-item").last();
  await step.getByLabel("Opis").hover();
  await page.mouse.down();
  await expect(step.getByLabel("Opis")).toBeFocused();
  await expect(step.getByText("Wypełnij to pole.")).toHaveCount(0);
  await page.mouse.up();
  await expect(step.getByText("Wypełnij to pole.")).toHaveCount(1);
});

/** Loses the response to the first save, and then the connection until the returned function is called. */
async function loseFirstAnswer(page: Page): Promise<() => void> {
  let isFirst = true;
  let isBack = false;
  await page.route("**/panel/api/content/oferta", async (route) => {
    if (isBack) return route.continue();
    if (isFirst) await route.fetch();
    isFirst = false;
    await route.abort();
  });
  return () => {
    isBack = true;
  };
}

test.describe("while saving fails", () => {
  test.use({ allowedProblems: /ERR_|status of (?:401|500)/ });

  test("P4.1 a tab without a connection notices that another one has saved its changes; a page that is killed within a second of the last key loses nothing", async ({
    page,
    panelSite,
  }) => {
    const entrance = page.getByLabel("Dojazd i wejście");
    await openForm(page, panelSite, "kontakt");
    await page.route("**/panel/api/content/*", (route) => route.abort());
    await entrance.fill("Brama od ulicy, parter.");
    await expect(page.getByText(/^Brak połączenia/)).toBeVisible();
    const other = await page.context().newPage();
    await other.goto("/panel/zapytania");
    await expect(page.getByText(/^Zapisane · /)).toBeVisible();
    await other.close();

    await entrance.fill("Brama od ulicy, drugie piętro.");
    await page.close({ runBeforeUnload: false });
    const next = await page.context().newPage();
    await next.goto("/panel/zapytania");
    await expect
      .poll(() => readFile(fileOf(panelSite, "kontakt"), "utf8"))
      .toContain("Brama od ulicy, drugie piętro.");
    await next.goto("/panel/tresc/kontakt");
    await expect(next.getByLabel("Dojazd i wejście")).toHaveValue("Brama od ulicy, drugie piętro.");
  });

  test("P4.1 P4.6 an hour offline: the panel says so, keeps everything, and saves it afterwards; an entry begun meanwhile stays itself while another device adds and removes some", async ({
    page,
    panelSite,
  }) => {
    await openForm(page, panelSite, "oferta");
    await page.context().setOffline(true);
    await page.getByLabel("Nagłówek", { exact: true }).first().fill("Cennik");
    await expect(page.getByText(/^Brak połączenia: zmiany czekają na tym urządzeniu/)).toBeVisible();
    await page.getByRole("button", { name: "Dodaj: krok" }).click();
    await page.getByLabel("Nazwa", { exact: true }).fill("Przerwa");
    await page.getByLabel("Opis", { exact: true }).fill("Tydzień bez planu.");
    await page.getByLabel("Nagłówek", { exact: true }).first().fill("Cennik na zimę");
    await page.context().setOffline(false);
    await isSaved(page);
    const file = fileOf(panelSite, "oferta");
    const { heading, steps } = parse(await readFile(file, "utf8"));
    expect(heading).toBe("Cennik na zimę");
    expect(steps.slice(-2)).toMatchObject([{}, { title: "Przerwa", text: "Tydzień bez planu." }]);
    expect(steps.filter(({ title }: { title: string }) => title === "Przerwa")).toHaveLength(1);

    const offline = (route: Route) => route.abort();
    await page.route("**/panel/api/content/*", offline);
    await page.getByRole("button", { name: "Dodaj: krok" }).click();
    const step = page.locator("[data-path=steps] .group-item").last();
    await step.getByLabel("Ile kosztuje").fill("bez opłat");
    await step.getByLabel("Nazwa", { exact: true }).fill("Spacer");
    await page.getByRole("button", { name: "Dodaj: pakiet" }).click();
    await page.getByLabel("Nazwa", { exact: true }).first().fill("Trzy spotkania");
    await page.getByLabel("Dopisek do ceny").fill("na próbę");
    await expect(page.getByText(/^Brak połączenia/)).toBeVisible();
    const { packages, ...rest } = parse(await readFile(file, "utf8"));
    const other = { title: "Z laptopa", text: "Dodany na laptopie." };
    await writeFile(file, stringify({ ...rest, steps: [...steps, other], packages: packages.slice(1) }));
    await page.unroute("**/panel/api/content/*", offline);
    await isSaved(page);
    const written = parse(await readFile(file, "utf8"));
    expect(written.steps).toEqual([...steps, other, { title: "Spacer", cost: "bez opłat" }]);
    expect(written.packages).toEqual([
      ...packages.slice(1),
      { id: "trzy-spotkania", name: "Trzy spotkania", note: "na próbę" },
    ]);
  });

  test("P4.1 P4.6 a save whose response was lost is not applied twice; the form shows what another device has changed meanwhile", async ({
    page,
    panelSite,
  }) => {
    await openForm(page, panelSite, "oferta");
    const reconnect = await loseFirstAnswer(page);
    await page.getByRole("button", { name: "Dodaj: krok" }).click();
    await page.getByLabel("Nazwa", { exact: true }).fill("Przerwa");
    await expect(page.getByText(/^Brak połączenia/)).toBeVisible();
    await page.getByLabel("Nazwa", { exact: true }).fill("Przerwa zimowa");
    reconnect();
    const stepsIn = async (file: string) => parse(await readFile(file, "utf8")).steps;
    const sample = await stepsIn("content/oferta.yaml");
    await expect
      .poll(() => stepsIn(fileOf(panelSite, "oferta")))
      .toEqual([...sample, { title: "Przerwa zimowa" }]);
    await isSaved(page);

    const reconnectAgain = await loseFirstAnswer(page);
    await page.getByLabel("Nagłówek", { exact: true }).first().fill("Cennik");
    await expect(page.getByText(/^Brak połączenia/)).toBeVisible();
    const text = await readFile(fileOf(panelSite, "oferta"), "utf8");
    await writeFile(
      fileOf(panelSite, "oferta"),
      text.replace("Nie wiesz, od czego zacząć?", "Masz pytanie?"),
    );
    reconnectAgain();
    await expect(page.locator('[data-path="closing.heading"] input')).toHaveValue("Masz pytanie?");
    await isSaved(page);
  });

  test("P4.1 a session that ends in the middle of a long text: sign in, and nothing is lost", async ({
    page,
    panelSite,
  }) => {
    await setUp(page, panelSite);
    await page.goto("/panel/tresc/kontakt?pole=route");
    const text = page.getByLabel("Dojazd i wejście");
    await text.fill("Pierwsza połowa.");
    await isSaved(page);
    await page.context().clearCookies();
    await text.pressSequentially(" Druga połowa.");
    await page.getByRole("link", { name: "Wejdź" }).click();
    await page.getByRole("button", { name: "Wejdź" }).click();
    await expect(text).toHaveValue("Pierwsza połowa. Druga połowa.");
    await expect(page).toHaveURL(/\?pole=route$/);
    await isSaved(page);
    expect(await readFile(fileOf(panelSite, "kontakt"), "utf8")).toContain("Pierwsza połowa. Druga połowa.");
  });
});

test("P4.6 two devices: changes of different places merge silently, of the same one the owner chooses, also of an amount that gave way to a price on request, and of an item removed here and changed elsewhere", async ({
  page,
  browser,
  panelSite,
}) => {
  await openForm(page, panelSite, "oferta");
  const other = await laptop(browser, page, "oferta");
  await page.getByRole("button", { name: /^Dieta/ }).click();
  await page.getByLabel("Kwota (zł)").fill("230");
  await isSaved(page);
  // The laptop shows an older state: it moves the services and changes another one.
  await other.page.getByRole("button", { name: /^Przesuń, usuń Trening personalny/ }).click();
  await other.page.getByRole("button", { name: "Na początek" }).click();
  await other.page.getByRole("button", { name: /^Plan treningowy/ }).click();
  await other.page.getByLabel("Czas").fill("12 tygodni");
  await isSaved(other.page);
  await expect(other.page.getByRole("button", { name: /^Dieta 230 zł/ })).toBeVisible();
  await expect(other.page.locator(".conflict")).toHaveCount(0);

  await page.getByLabel("Kwota (zł)").fill("240");
  await isSaved(page);
  await other.page.getByRole("button", { name: /^Dieta/ }).click();
  const amount = other.page.locator('[data-path="services.2.price.amount"]');
  // The phone changes it again in the meantime.
  await amount.getByLabel("Kwota (zł)").fill("250,5");
  const conflict = other.page.locator(".conflict");
  await expect(conflict).toContainText("Twoja zmiana");
  await expect(conflict.locator("dd")).toHaveText(["250,5", "240"]);
  // Not in the narrow column of the amount.
  expect((await conflict.boundingBox())?.width).toBeGreaterThan(200);
  expect(await violationsOf(other.page)).toEqual([]);
  // It is told where the change would be missed.
  await other.page.goto("/panel/publikacja");
  await other.page.getByRole("link", { name: "Do decyzji: 1" }).click();
  await conflict.getByRole("button", { name: "Zostaw moją" }).click();
  await expect(conflict).toHaveCount(0);
  await expect(amount).toBeFocused();
  await expect
    .poll(() => readFile(fileOf(panelSite, "oferta"), "utf8"))
    .toContain("amount: 250.5\n      unit: za jadłospis i opiekę");

  // The form has no words beside an amount that is no longer there.
  await other.page.getByLabel("Wycena po rozmowie").check();
  await isSaved(other.page);
  await page.getByLabel("Kwota (zł)").fill("260");
  await page.getByRole("button", { name: "Zostaw zmianę z innego urządzenia" }).click();
  await expect(page.locator(".conflict")).toHaveCount(0);
  await expect(page.getByLabel("Wycena po rozmowie")).toBeChecked();

  await page.getByLabel("Wycena po rozmowie").uncheck();
  await page.getByLabel("Kwota (zł)").fill("230");
  await isSaved(page);
  await other.page.getByRole("button", { name: /^Przesuń, usuń Dieta/ }).click();
  await other.page.getByRole("button", { name: "Usuń", exact: true }).click();
  await expect(conflict.locator("dd")).toHaveText(["usunięcie", /\b230\b/]);
  await other.page.getByRole("button", { name: "Zostaw moją" }).click();
  await expect(other.page.getByRole("button", { name: /^Dieta/ })).toHaveCount(0);
  await other.close();
});

test("P4.6 P4.5 two devices: a text of a list and a crop that changed on both sides are conflicts, too; an item that another device puts in the place of a new one takes no focus", async ({
  page,
  browser,
  panelSite,
}) => {
  await openForm(page, panelSite, "index");
  const other = await laptop(browser, page, "index");
  const conflict = other.page.locator(".conflict");
  await page.getByLabel("Akapit 2").fill("Tekst z telefonu.");
  await isSaved(page);
  await other.page.getByLabel("Akapit 2").fill("Tekst z laptopa.");
  await expect(conflict.locator("dd")).toHaveText(["Tekst z laptopa.", "Tekst z telefonu."]);
  await conflict.getByRole("button", { name: "Zostaw zmianę z innego urządzenia" }).click();
  await expect(other.page.getByLabel("Akapit 2")).toHaveValue("Tekst z telefonu.");

  // The form has no words beside a crop.
  const mark = (device: Page) =>
    device.locator('[data-path="hero.photo"]').getByRole("button", { name: /^Najważniejsze miejsce/ });
  await mark(page).press("ArrowLeft");
  await isSaved(page);
  await mark(other.page).press("ArrowRight");
  await conflict.getByRole("button", { name: "Zostaw moją" }).click();
  await expect(conflict).toHaveCount(0);

  await other.page.getByRole("button", { name: "Dodaj: akapit" }).click();
  await other.page.keyboard.type("Nowy akapit.");
  await isSaved(other.page);
  await page.locator('[data-path="about.paragraphs.0"] .item-menu').click();
  await page.getByRole("button", { name: "Powiel" }).click();
  await isSaved(page);
  const lead = other.page.locator('[data-path="hero.lead"] textarea');
  const paragraphs = other.page.getByLabel(/^Akapit \d/);
  const before = await paragraphs.count();
  await lead.fill("Inne zdanie.");
  await expect(paragraphs).toHaveCount(before + 1);
  await expect(lead).toBeFocused();
  await other.close();
});

test("P4.5 P4.3 P4.6 C3.1 a field that names a removed service says so and can be emptied; the pattern of dates; a file edited by hand meanwhile merges, and the focused field keeps its text", async ({
  page,
  panelSite,
}) => {
  await ensureOwnContent({ ownContentDir: join(panelSite.dataDir, "content") });
  const file = fileOf(panelSite, "kontakt");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(/^ {2}service: trening$/m, "  service: dawna"));
  await openForm(page, panelSite, "kontakt");
  const service = page.locator('[data-path="slots.service"] select');
  await expect(service.locator("option:checked")).toHaveText("(brak na liście: dawna)");
  await service.selectOption("(wybierz)");
  await expect.poll(() => readFile(file, "utf8")).not.toContain("service:");

  await page.getByRole("button", { name: "17:30 poniedziałek, środa", exact: true }).click();
  await page.getByLabel("Godzina", { exact: true }).fill("18:15");
  await page.getByLabel("Ile minut").fill("45");
  await page.getByLabel("Ile godzin wcześniej najpóźniej można wybrać termin").fill("48");
  await expect
    .poll(async () => parse(await readFile(file, "utf8")).slots)
    .toMatchObject({
      noticeHours: 48,
      times: expect.arrayContaining([{ days: ["Mo", "We"], time: "18:15", kind: "talk", minutes: 45 }]),
    });

  const heading = page.getByLabel("Nagłówek", { exact: true }).first();
  await heading.fill("Kontakt");
  await isSaved(page);
  const written = await readFile(file, "utf8");
  await writeFile(file, written.replace(/^formHeading: .*$/m, "formHeading: Z edytora # ręcznie"));
  await heading.pressSequentially(" i dojazd");
  await expect(page.getByLabel("Nagłówek formularza")).toHaveValue("Z edytora");
  await expect(heading).toHaveValue("Kontakt i dojazd");
  await expect.poll(() => readFile(file, "utf8")).toContain("\nheading: Kontakt i dojazd\n");
  expect(await readFile(file, "utf8")).toContain("formHeading: Z edytora # ręcznie");
});

test("P9.3 axe finds nothing in any form, open and closed, at 360 px; nothing overflows", async ({
  page,
  panelSite,
}) => {
  await page.setViewportSize(phone);
  await signIn(page, panelSite);
  await page.goto("/panel/tresc");
  await page.locator(".content-files a").first().waitFor();
  const paths = await page
    .locator(".content-files a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(paths).toHaveLength(8);
  for (const path of ["/panel/tresc", ...paths]) {
    if (path !== "/panel/tresc") {
      await page.locator(`.content-files a[href="${path}"]`).click();
      await page.locator(".content-form").waitFor();
    }
    for (const item of await page.locator(".items > li:first-child .item-name").all()) await item.click();
    expect(await violationsOf(page), path).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      path,
    ).toBeLessThanOrEqual(0);
    const small = await page
      .locator(".content-form :is(button, select, input:not([type=checkbox]), label.check)")
      .evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML.slice(0, 90)),
      );
    expect(small, path).toEqual([]);
    if (path !== "/panel/tresc") await page.goBack();
  }
});

test.describe("the second example", () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    siteSettings: async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), "example-"));
      await cp("examples/drugi-trener", folder, { recursive: true });
      await use({ CONTENT_DIR: folder });
      await rm(folder, { recursive: true });
    },
  });

  test("P4.3 the second example is edited in the same forms", async ({ page, panelSite, siteSettings }) => {
    await openForm(page, panelSite, "oferta");
    await page.getByLabel("Nagłówek", { exact: true }).first().fill("Nowy nagłówek");
    await isSaved(page);
    const file = join(siteSettings.CONTENT_DIR ?? "", "oferta.yaml");
    expect(await readFile(file, "utf8")).toContain("heading: Nowy nagłówek");
  });
});

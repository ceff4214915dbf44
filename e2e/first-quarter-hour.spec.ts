import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { parse, stringify } from "yaml";
import { violationsOf } from "./axe.ts";
import { createLink } from "./panel-site.ts";
import { call, enter as enterByLink, publicSite, test, trustingBrowser } from "./public-site.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect } from "./test.ts";

test.use({ ...publicSite, hasTouch: true });

/** A new owner with one thumb: every touch of the screen counts, typed letters do not. */
function createThumb() {
  let taps = 0;
  return {
    taps: () => taps,
    async tap(target: Locator): Promise<void> {
      await target.tap();
      taps += 1;
    },
    async type(target: Locator, text: string): Promise<void> {
      await target.tap();
      taps += 1;
      await target.fill(text);
    },
    /** The button, then the shutter. */
    async photograph(target: Locator, file: string): Promise<void> {
      await target.setInputFiles(file);
      taps += 2;
    },
  };
}

type Thumb = ReturnType<typeof createThumb>;

async function enter(page: Page, thumb: Thumb, link: string): Promise<void> {
  await page.goto(link);
  await thumb.tap(page.getByRole("button", { name: "Otwórz panel" }));
  // No certificate, so no passkey.
  await thumb.tap(page.getByRole("button", { name: "Później" }));
  const known = page.getByRole("button", { name: "Mam je na papierze, dalej" });
  const show = page.getByRole("button", { name: "Pokaż kody" });
  await show.or(known).waitFor();
  if (await known.isVisible()) await thumb.tap(known);
  else {
    await thumb.tap(show);
    await thumb.tap(page.getByRole("button", { name: "Kody są bezpieczne, dalej" }));
  }
  await thumb.tap(page.getByRole("button", { name: "Dalej" }));
  await thumb.tap(page.getByRole("link", { name: "Odpowiedz na siedem pytań o stronę" }));
}

async function phone(browser: Browser): Promise<Page> {
  const { viewport } = publicSite;
  const page = await (await browser.newContext({ viewport, hasTouch: true, locale: "pl-PL" })).newPage();
  return page;
}

const pageOf = (frame: Page) => frame.frameLocator("iframe[title='Podgląd strony']");

test("C7.2 seven questions on a phone, interrupted and taken up on another one, make an own published site", async ({
  panelSite: site,
}, info) => {
  const browser = await trustingBrowser(site);
  const first = await phone(browser);
  const face = info.outputPath("twarz.jpg");
  await sharp({ create: { width: 600, height: 800, channels: 3, background: "#9a7b63" } })
    .jpeg()
    .toFile(face);
  const thumb = createThumb();
  const begun = Date.now();
  await enter(first, thumb, await createLink(site));
  await expect(first.getByRole("heading", { name: "Twoja strona w siedmiu pytaniach" })).toBeVisible();
  expect(await violationsOf(first)).toEqual([]);
  await thumb.tap(first.getByRole("button", { name: "Zaczynamy" }));

  await thumb.type(first.getByLabel("Imię i nazwisko"), "Ewa Nowak");
  await expect(pageOf(first).getByRole("heading", { level: 1 })).toHaveText(/Ewa\s*Nowak/);
  expect(await violationsOf(first)).toEqual([]);
  await thumb.tap(first.getByRole("button", { name: "Dalej" }));
  await thumb.type(first.getByLabel("Miejscowość"), "Kraków");
  await expect(pageOf(first).getByText("Trening personalny · Kraków")).toBeVisible();
  await thumb.tap(first.getByRole("button", { name: "Dalej" }));
  await expect(first.getByRole("heading", { name: "Pod jaki numer dzwonić?" })).toBeVisible();
  await expect(first.getByText(/^Zapisan/)).toBeVisible();

  // Nothing is published, so no line says so.
  await first.goto(`${site.panelUrl}/panel/tresc`);
  await expect(first.getByText("Zapisane", { exact: true })).toBeVisible();

  // The battery is dead; the next phone shows what is there.
  await first.close();
  const second = await phone(browser);
  await enter(second, thumb, await createLink(site));
  await expect(second.getByRole("link", { name: /Jak się nazywasz\?.*jest odpowiedź/ })).toBeVisible();
  await thumb.tap(second.getByRole("link", { name: "Następne pytanie" }));
  await thumb.type(second.getByLabel("Telefon"), "600 100 200");
  await thumb.tap(second.getByRole("button", { name: "Dalej" }));
  // The e-mail is left for later.
  await expect(second.getByRole("heading", { name: "Na jaki adres pisać?" })).toBeVisible();
  await thumb.tap(second.getByRole("link", { name: "Później" }));
  await thumb.type(second.getByLabel("Cena (zł)"), "160");
  await thumb.tap(second.getByLabel("Nazwa"));
  await second.getByLabel("Nazwa").pressSequentially("Trening personalny");
  await expect(pageOf(second).getByText("160 zł").first()).toBeVisible();
  await thumb.tap(second.getByRole("button", { name: "Dalej" }));
  await thumb.tap(second.getByLabel("wtorek"));
  await thumb.tap(second.getByLabel("czwartek"));
  await thumb.type(second.getByLabel("Godzina"), "17:30");
  await expect(
    pageOf(second)
      .getByRole("link", { name: /wtorek, 17:30/ })
      .first(),
  ).toBeVisible();
  expect(await violationsOf(second)).toEqual([]);
  await thumb.tap(second.getByRole("button", { name: "Dalej" }));
  await thumb.photograph(second.locator("input[type=file]"), face);
  await expect(second.getByRole("img", { name: "Wybrane zdjęcie" })).toBeVisible();
  await thumb.tap(second.getByRole("button", { name: "Dalej" }));
  await expect(second.getByRole("button", { name: "Opublikuj" })).toBeVisible();
  expect(await violationsOf(second)).toEqual([]);
  await thumb.tap(second.getByRole("button", { name: "Opublikuj" }));
  await expect(second.getByText("Tak wygląda teraz strona.")).toBeVisible();
  info.annotations.push({
    type: "taps",
    description: `${thumb.taps()} taps, ${Math.round((Date.now() - begun) / 1000)} s`,
  });
  console.log(`${thumb.taps()} taps, ${Math.round((Date.now() - begun) / 1000)} s`);
  expect(thumb.taps()).toBeLessThanOrEqual(60);

  const text = async (path: string) => (await fetch(site.baseUrl + path)).text();
  const home = await text("/");
  expect(home).toMatch(/<h1[^>]*><span>Ewa/);
  expect(home).toContain("tel:+48600100200");
  expect(home).toContain("Ewa Nowak, portret.");
  expect(await text("/oferta")).toMatch(/id="trening-personalny".*160/s);
  expect(await text("/kontakt")).toContain("17:30");
  for (const path of [
    "/",
    "/oferta",
    "/kontakt",
    "/dziekujemy",
    "/wizytowka.vcf",
    "/site.webmanifest",
    "/sitemap.xml",
  ])
    expect(await text(path), path).not.toMatch(
      /Mocna Strona|Miasteczko|Imię Nazwisko|example\.com|000 000 000|\(przykład|mailto:|undefined/i,
    );
  for (const path of ["/galeria", "/osiagniecia"])
    expect((await fetch(site.baseUrl + path)).status).toBe(404);

  const visitor = await phone(browser);
  for (const path of ["/", "/oferta", "/kontakt"]) {
    await visitor.goto(site.panelUrl + path);
    expect(await violationsOf(visitor), path).toEqual([]);
    const surplus = await visitor.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(surplus).toBeLessThanOrEqual(0);
  }
  const portrait = await visitor.locator(".face img").boundingBox();
  expect(portrait?.height, "round").toBe(portrait?.width);
  await browser.close();
});

/** The owner's content, begun as the questions begin it. The previews beside them stay empty. */
async function begin(page: Page, site: SiteProcess) {
  await enterByLink(page, site);
  await call(page, "/content/begin", { method: "POST" });
  await page.route("**/panel/api/preview/**", (route) => route.fulfill({ contentType: "text/html" }));
  const fileOf = (name: string) => join(site.dataDir, `content/${name}.yaml`);
  const read = async (name: string) => parse(await readFile(fileOf(name), "utf8"));
  return {
    services: async () => (await read("oferta")).services,
    slots: async () => (await read("kontakt")).slots,
    write: async (name: string, changes: object) =>
      writeFile(fileOf(name), stringify({ ...(await read(name)), ...changes })),
  };
}

test("C7.2 an unfinished group of free hours and a price on request are completed by their questions", async ({
  page,
  panelSite: site,
}) => {
  const { services, slots, write } = await begin(page, site);
  // Nobody sees a site yet, so nothing is said to work.
  await page.goto("/panel/stan");
  await expect(page.getByText("Nie ma kłopotów. Zostało jeszcze:")).toBeVisible();
  await write("kontakt", { slots: { heading: "" } });
  await write("oferta", { services: [{ id: "plan", name: "Plan", price: { onRequest: true } }] });

  await page.goto("/panel/pytania");
  await expect(page.getByRole("link", { name: /Od czego można zacząć\?.*jest odpowiedź/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /Jakie masz wolne terminy\?$/ })).toBeVisible();
  await page.goto("/panel/pytania/5");
  await page.getByLabel("Nazwa").fill("");
  await page.getByLabel("Nazwa").fill("Inny");
  await expect.poll(services).toEqual([{ id: "plan", name: "Inny", price: { onRequest: true } }]);
  await page.getByLabel("Nazwa").fill("Plan");
  await page.getByLabel("Cena (zł)").fill("160");
  await page.getByRole("button", { name: "Dalej" }).click();
  // The questions end with a button of their own.
  await expect(page.locator(".publish-bar")).toHaveCount(0);
  await page.getByLabel("wtorek").check();
  await page.getByLabel("Godzina").fill("17:30");
  await expect
    .poll(services)
    .toEqual([{ id: "plan", name: "Plan", price: { amount: 160, unit: "za trening" } }]);
  await expect
    .poll(slots)
    .toEqual({ heading: "Wolne terminy", service: "plan", times: [{ days: ["Tu"], time: "17:30" }] });

  // Of a later price that already applies, the field shows the amount that visitors see, and a new amount replaces both (P4.6).
  const later = { from: "2020-01-01", amount: 180 };
  const raised = { amount: 160, unit: "za trening", later };
  await write("oferta", { services: [{ id: "plan", name: "Plan", price: raised }] });
  await page.goto("/panel/pytania/5");
  await expect(page.getByLabel("Cena (zł)")).toHaveValue("180");
  await page.getByLabel("Cena (zł)").fill("200");
  await expect
    .poll(services)
    .toEqual([{ id: "plan", name: "Plan", price: { amount: 200, unit: "za trening" } }]);
  // Thousands, as in the form of the content.
  await page.getByLabel("Cena (zł)").fill("1.200");
  await expect.poll(async () => (await services())[0].price.amount, { timeout: 9000 }).toBe(1200);

  // What is not answered any more is not on the site, and half an answer is not left behind unsaved.
  await page.goto("/panel/pytania/5");
  await page.getByLabel("Cena (zł)").fill("");
  await page.getByRole("button", { name: "Dalej" }).click();
  await expect(page.getByLabel("Cena (zł)")).toBeFocused();
  await page.getByLabel("Nazwa").fill("");
  await expect.poll(services).toBeUndefined();
  // The free hours of a service that is gone name it no longer.
  const times = [{ days: ["Tu"], time: "17:30" }];
  await expect.poll(slots).toEqual({ heading: "Wolne terminy", times });
  await page.goto("/panel/pytania/6");
  await page.getByLabel("wtorek").uncheck();
  await expect.poll(slots).toBeUndefined();
});

test.describe("by two at once", () => {
  test.use({ allowedProblems: /status of 409|Cross-Origin-Opener-Policy header has been ignored/ });

  test("P4.6 P7.1 C7.2 what another device has stored is shown and kept when another part of the answer is typed; what it has added since is not published unseen, but shown in the list of changes", async ({
    page,
    panelSite: site,
  }) => {
    const { services, slots, write } = await begin(page, site);
    const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

    const service = (name: string, amount: number) => [
      { id: "trening", name, price: { amount, unit: "za trening" } },
    ];
    await page.goto("/panel/pytania/5");
    await page.getByLabel("Nazwa").fill("Trening");
    await page.getByLabel("Cena (zł)").fill("100");
    await expect.poll(services).toEqual(service("Trening", 100));
    await write("oferta", { services: service("Trening", 150) });
    await comeBack();
    await expect(page.getByLabel("Cena (zł)")).toHaveValue("150");
    await page.getByLabel("Nazwa").fill("Trening 1:1");
    await expect(page.getByLabel("Nazwa")).toHaveValue("Trening 1:1");
    await expect.poll(services).toEqual([{ ...service("Trening 1:1", 150)[0], id: "trening-1-1" }]);

    await page.goto("/panel/pytania/6");
    await page.getByLabel("Godzina").fill("17:00");
    await expect(page.getByText("Zaznacz też dzień.")).toBeVisible();
    await page.getByLabel("poniedziałek").check();
    await expect(page.getByText("Zaznacz też dzień.")).toBeHidden();
    const times = async () => (await slots())?.times;
    await expect.poll(times).toEqual([{ days: ["Mo"], time: "17:00" }]);
    await write("kontakt", { slots: { ...(await slots()), times: [{ days: ["Mo"], time: "18:30" }] } });
    await comeBack();
    await expect(page.getByLabel("Godzina")).toHaveValue("18:30");
    await page.getByLabel("wtorek").check();
    await expect.poll(times).toEqual([{ days: ["Mo", "Tu"], time: "18:30" }]);

    await page.goto("/panel/pytania/1");
    await page.getByLabel("Imię i nazwisko").fill("Ewa Nowak");
    await page.getByRole("button", { name: "Dalej" }).click();
    await expect(page.getByText(/^Zapisan/)).toBeVisible();
    await write("site", { telephone: "600 100 200" });
    await page.goto("/panel/pytania");
    const publish = page.getByRole("button", { name: "Opublikuj" });
    await expect(publish).toBeVisible();
    await write("site", { telephone: "600 100 300" });
    await publish.click();
    await expect(page.getByText("Na innym urządzeniu coś się tu właśnie zmieniło.")).toBeVisible();
    await expect(publish).toHaveCount(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: "Co się zmieni" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "600 100 300" })).toBeVisible();
  });
});

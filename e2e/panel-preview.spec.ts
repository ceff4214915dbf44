import { createServer, request } from "node:http";
import type { Page, Route } from "@playwright/test";
import { violationsOf } from "./axe.ts";
import { listenLocally } from "./local-server.ts";
import { openForm, test } from "./panel-site.ts";
import { expect } from "./test.ts";

const preview = (page: Page) => page.frameLocator('iframe[title="Podgląd strony"]');
const shownHeading = (page: Page, name: string) => preview(page).getByRole("heading", { name });
/** The panel handles clicks in the frame from then on. */
const previewLoaded = (page: Page) =>
  preview(page).locator("[data-path]").first().waitFor({ state: "attached" });
const answerOf = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith("/preview/kontakt"));
const scrollOf = (page: Page) =>
  page.locator("iframe").evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.scrollY ?? 0);

/** Includes the page in the frame. */
async function expectNoViolations(page: Page): Promise<void> {
  for (const frame of page.frames()) expect(await violationsOf(frame)).toEqual([]);
}

const wide = { width: 1200, height: 720 };

test.describe("on a wide screen", () => {
  test.use({ viewport: wide });

  test("P6.1 P6.2 P9.3 the preview beside the form: axe finds nothing; it follows each save and keeps its scroll position and open questions; a click on a text or a picture opens its field, and the focused field is outlined", async ({
    page,
    panelSite,
  }) => {
    await openForm(page, panelSite, "oferta");
    const shown = preview(page);
    await expect(shown.getByRole("heading", { level: 1 })).toBeVisible();
    await previewLoaded(page);
    await expectNoViolations(page);

    const question = shown.getByText("Czy jest granica wieku?");
    await question.click();
    await expect(page.getByLabel(/^Pytanie/)).toBeFocused();
    await expect(shown.getByText("Górnej nie ma.")).toBeVisible();
    const before = await scrollOf(page);
    expect(before).toBeGreaterThan(500);
    await page.getByLabel(/^Pytanie/).fill("Czy można przyjść po sześćdziesiątce?");
    await expect(shown.getByText("Czy można przyjść po sześćdziesiątce?")).toBeVisible();
    await expect(shown.getByText("Górnej nie ma.")).toBeVisible();
    expect(Math.abs((await scrollOf(page)) - before)).toBeLessThan(60);

    await shown.getByRole("heading", { name: "Dieta", level: 2 }).click();
    await expect(page.getByLabel("Nazwa", { exact: true })).toHaveValue("Dieta");
    await expect(page.getByLabel("Nazwa", { exact: true })).toBeFocused();
    await expect(shown.locator(".preview-focus")).toHaveText("Dieta");
    await page.getByLabel("Kwota (zł)").focus();
    await expect(shown.locator(".preview-focus")).toHaveText(/^220\szł$/);
    await shown.getByRole("img", { name: /Czerwone jabłko/ }).click();
    await expect(shown.locator("img.preview-focus")).toHaveAttribute("alt", /Czerwone jabłko/);
    // A fact about the business is a field of another form.
    await shown
      .getByRole("contentinfo")
      .getByText("ul. Przykładowa 1")
      .click({ position: { x: 20, y: 8 } });
    await expect(page).toHaveURL(/\/tresc\/site\?pole=address/);
    await expect(page.getByLabel("Ulica i numer")).toBeFocused();
    // The preview of the other form has loaded once it outlines the field.
    await expect(shown.locator(".preview-focus")).toContainText("ul. Przykładowa 1");
    // A paragraph may show several fields: a click opens that of its words.
    const company = shown.locator(".company");
    const { width = 0, height = 0 } = (await company.boundingBox()) ?? {};
    await company.click({ position: { x: width - 4, y: height / 2 } });
    await expect(page.getByLabel("REGON")).toBeFocused();
    // A field that several elements show is outlined as a whole.
    await page.getByRole("checkbox", { name: "poniedziałek" }).focus();
    await expect(shown.locator("dl.preview-focus dt").nth(1)).toBeVisible();
    // A text that covers a picture leaves it to be clicked around its words.
    await shown.locator(".band").click({ position: { x: 200, y: 380 } });
    await expect(page).toHaveURL(/\/tresc\/index\?pole=band\.photo/);
    await expect(shown.locator(".preview-focus")).toBeVisible();
    // The menu of an entry comes before its field.
    await shown.getByRole("heading", { level: 1 }).getByText("lubi").click();
    await expect(page.getByLabel("Wiersz hasła 2")).toBeFocused();
  });

  test.describe("while the frame does not load", () => {
    test.use({ allowedProblems: /frame-ancestors 'none'|status of 503/ });

    test("P6.1 a save that is answered before the frame has loaded, or while it is loading, is shown; an error in the frame is cleared by the next save", async ({
      browser,
      page,
      panelSite,
    }) => {
      const path = "**/panel/api/preview/kontakt";
      const heading = page.getByLabel("Nagłówek", { exact: true }).first();
      const saved = Promise.withResolvers<void>();
      const late = async (route: Route) => {
        const older = await route.fetch();
        await saved.promise;
        await route.fulfill({ response: older });
      };
      await page.route(path, late, { times: 1 });
      await openForm(page, panelSite, "kontakt");
      const answered = answerOf(page);
      await heading.fill("Zanim ramka");
      await answered;
      saved.resolve();
      await expect(shownHeading(page, "Zanim ramka")).toBeVisible();

      const error = {
        status: 503,
        headers: { "Content-Security-Policy": "frame-ancestors 'none'" },
        json: {},
      };
      const failed = page.waitForResponse((response) => response.status() === 503);
      await page.route(path, (route) => route.fulfill(error), { times: 1 });
      await page.reload({ waitUntil: "commit" });
      await failed;
      await heading.fill("Po błędzie");
      await expect(shownHeading(page, "Po błędzie")).toBeVisible();
      await expect(page.getByText(/^Zapisano \d/)).toBeVisible();

      const line = await startHalvingProxy("/panel/api/preview/kontakt");
      const slow = await browser.newPage({
        storageState: await page.context().storageState(),
        proxy: { server: line.url, bypass: "<-loopback>" },
      });
      const problems: Error[] = [];
      slow.on("pageerror", (problem) => problems.push(problem));
      await slow.goto("/panel/tresc/kontakt", { waitUntil: "commit" });
      const stateOf = () =>
        slow
          .locator("iframe")
          .evaluate(({ contentDocument }: HTMLIFrameElement) => [
            contentDocument?.URL.replace(/.*\//, ""),
            contentDocument?.body,
          ]);
      await expect.poll(stateOf).toEqual(["kontakt", null]);
      const answeredSlowly = answerOf(slow);
      await slow.getByLabel("Nagłówek", { exact: true }).first().fill("Zanim reszta");
      await (await answeredSlowly).finished();
      line.sendRest();
      await expect(shownHeading(slow, "Zanim reszta")).toBeVisible();
      expect(problems).toEqual([]);
      await slow.close();
      line.stop();
    });
  });
});

test("P6.1 on a phone the preview is a tab that keeps its scroll position, and a click leads to the field; on a wide screen it has a phone and a desktop width, and a problem stops it with a notice; links lead nowhere and the form sends nothing", async ({
  page,
  panelSite,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openForm(page, panelSite, "kontakt");
  const shown = preview(page);
  const frame = page.locator("iframe");
  const heading = page.getByLabel("Nagłówek", { exact: true }).first();
  await page.getByText("Podgląd", { exact: true }).click();
  await expect(shownHeading(page, "Napisz albo zadzwoń")).toBeVisible();
  await previewLoaded(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectNoViolations(page);
  await frame.evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.scrollTo(0, 900));
  await page.getByText("Formularz", { exact: true }).click();
  await expect(frame).toBeHidden();
  await page.getByText("Podgląd", { exact: true }).click();
  await expect.poll(() => scrollOf(page)).toBe(900);
  await shownHeading(page, "Napisz albo zadzwoń").click();
  await expect(heading).toBeFocused();

  await page.setViewportSize(wide);
  const widthOf = () => frame.evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.innerWidth);
  await expect.poll(widthOf).toBe(390);
  await page.getByRole("complementary").getByText("Komputer").click();
  await expect.poll(widthOf).toBe(1280);
  const photo = shown.locator("main img").first();
  await photo.scrollIntoViewIfNeeded();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await heading.fill("");
  await expect(page.getByText("Podgląd pokaże ostatnie zmiany")).toBeVisible();
  await expect(shownHeading(page, "Napisz albo zadzwoń")).toBeVisible();

  await page.getByRole("complementary").getByText("Telefon").click();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" || request.isNavigationRequest()) sent.push(request.url());
  });
  await shown.getByRole("button", { name: "Wyślij" }).click();
  await shown.getByLabel("Imię").click();
  await expect(shown.getByLabel("Imię")).not.toBeFocused();
  await shown.getByRole("link", { name: "Zapisz wizytówkę", exact: true }).click();
  await shown
    .getByRole("link", { name: "Prywatność" })
    .first()
    .click({ modifiers: ["Control"] });
  expect(page.frames().at(-1)?.url()).toMatch(/\/panel\/api\/preview\/\w+$/);
  expect(sent.filter((url) => !url.includes("/panel/api/preview/"))).toEqual([]);
});

/** A proxy that holds back the end of the first response of a path until released. */
async function startHalvingProxy(path: string) {
  const rest = Promise.withResolvers<void>();
  let isFirst = true;
  const server = createServer((received, response) => {
    const { url = "", method, headers } = received;
    const passedOn = request(url, { method, headers }, async (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!isFirst || new URL(url).pathname !== path) return answer.pipe(response);
      isFirst = false;
      const whole = Buffer.concat(await answer.toArray());
      response.write(whole.subarray(0, 100));
      await rest.promise;
      response.end(whole.subarray(100));
    });
    received.pipe(passedOn);
  });
  const { port, stop } = await listenLocally(server);
  return { url: `http://127.0.0.1:${port}`, sendRest: rest.resolve, stop };
}

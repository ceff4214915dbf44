import type { Page } from "@playwright/test";
import { loadContent } from "../content-model/load.ts";
import { formatPhone } from "../content-model/phone.ts";
import { connectionIs, navigateInApp, partOf, partsAreThere, payloadOf } from "./in-app.ts";
import { appRuns, expect, openApp, test } from "./test.ts";

// React tells the console about every error that a boundary has caught.
test.use({ allowedProblems: /^console: (Failed to load resource|TypeError|\{\})/ });

const { site, oferta } = loadContent("content");
const heading = (page: Page) => page.locator("main h1");
const menu = (page: Page) => page.getByRole("navigation", { name: "Menu główne" });

/** Opens the home page with nothing prefetched, so that what a click loads can still be tampered with. */
async function openFrugally(page: Page): Promise<void> {
  await connectionIs(page, { saveData: true });
  await page.goto("/");
  await page.locator("h1").click();
  await appRuns(page);
}

/** Does what replaces the document and waits until the new one is loaded. */
async function loadsAnew(page: Page, act: () => Promise<void>): Promise<void> {
  const loaded = page.waitForEvent("load");
  await act();
  await loaded;
}

const replacePayload = (page: Page, name: string, body: string) =>
  page.route(
    ({ pathname }) => payloadOf(name).test(pathname),
    (route) => route.fulfill({ contentType: "application/json", body }),
  );

const answerPayload = (page: Page, name: string, status: number) =>
  page.route(
    ({ pathname }) => payloadOf(name).test(pathname),
    (route) => route.fulfill({ status, body: "{}" }),
  );

async function expectErrorPage(page: Page, error: { statusCode: number; message: string }): Promise<void> {
  await expect(page.locator(".error-code")).toHaveText(String(error.statusCode));
  await expect(page.locator(".error-details")).toContainText(error.message);
  await expect(page).toHaveTitle(error.message);
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
}

test("B6.1 a later navigation clears the error", async ({ page }) => {
  await openFrugally(page);
  await answerPayload(page, "oferta", 503);
  await menu(page).getByRole("link", { name: "Oferta" }).click();
  await expectErrorPage(page, { statusCode: 503, message: "Loading chunk oferta.payload failed (503)" });
  await menu(page).getByRole("link", { name: "Galeria" }).click();
  await expect(page.locator(".gallery-grid")).toBeVisible();
  await expect(page.locator(".error-page")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Galeria/);
  await expect(heading(page)).toBeFocused();
});

test("B6.2 the error page replaces the content and takes focus and title; header and footer stay", async ({
  page,
}) => {
  await openFrugally(page);
  await answerPayload(page, "oferta", 503);
  await menu(page).getByRole("link", { name: "Oferta" }).click();
  await expectErrorPage(page, { statusCode: 503, message: "Loading chunk oferta.payload failed (503)" });
  await expect(heading(page)).toHaveText("Coś poszło nie tak");
  await expect(heading(page)).toBeFocused();
  await expect(page.locator(".hero")).toHaveCount(0);
});

test("B6.2 an error without a message has the title `Error`", async ({ page }) => {
  await openFrugally(page);
  await page.route(
    ({ pathname }) => partOf("dziekujemy").test(pathname),
    (route) =>
      route.fulfill({ contentType: "text/javascript", body: "export function Page() { throw {}; }" }),
  );
  await navigateInApp(page, "/dziekujemy");
  await expect(page.locator(".error-code")).toHaveText("500");
  await expect(page).toHaveTitle("Error");
});

test("B6.3 an unknown route answers 404 with the exact words, beside the Polish ones and the phone", async ({
  page,
}) => {
  const response = await page.goto("/nie-ma-takiej");
  expect(response?.status()).toBe(404);
  const english = page.locator('[lang="en"]');
  await expect(english.getByText("This page could not be found", { exact: true })).toBeVisible();
  const back = english.getByRole("link", { name: "Back to the home page", exact: true });
  await expect(back).toHaveAttribute("href", "/");
  await expect(heading(page)).toHaveText("Nie ma takiej strony");
  await expect(page.getByRole("link", { name: "Wróć na stronę główną" })).toBeVisible();
  await expect(page.locator("main").getByRole("link", { name: formatPhone(site.telephone) })).toHaveAttribute(
    "href",
    `tel:${site.telephone}`,
  );
  await expect(page).toHaveTitle("This page could not be found");
  await appRuns(page);
  await expect(heading(page)).toHaveText("Nie ma takiej strony");
  await back.click();
  await expect(page).toHaveURL("/");
  await expect(page.locator(".hero")).toBeVisible();
});

test("B6.3 an unknown route shows the same when the app navigates to it", async ({ page }) => {
  await openApp(page, "/");
  await navigateInApp(page, "/nie-ma-takiej");
  await expectErrorPage(page, { statusCode: 404, message: "This page could not be found" });
  await expect(page.getByRole("link", { name: "Back to the home page" })).toBeVisible();
  await page.goBack();
  await expect(page.locator(".hero")).toBeVisible();
  await expect(page.locator(".error-page")).toHaveCount(0);
});

test("B6.4 an error while changing route shows its status and its message", async ({ page }) => {
  await openFrugally(page);
  await answerPayload(page, "kontakt", 410);
  await menu(page).getByRole("link", { name: "Kontakt" }).click();
  await expectErrorPage(page, { statusCode: 410, message: "Loading chunk kontakt.payload failed (410)" });
});

test("B6.4 a page that fails while it renders ends on the error page, too, and can be left", async ({
  page,
}) => {
  await openFrugally(page);
  await replacePayload(page, "oferta", "{}");
  await menu(page).getByRole("link", { name: "Oferta" }).click();
  await expect(page.locator(".error-code")).toHaveText("500");
  const message = await page.locator(".error-details p").first().textContent();
  await expect(page).toHaveTitle(message || "no message");
  await expect(page.locator("body")).not.toContainText(/\bat .*:\d+:\d+/);
  await menu(page).getByRole("link", { name: "Galeria" }).click();
  await expect(page.locator(".gallery-grid")).toBeVisible();
  await expect(page.locator(".error-page")).toHaveCount(0);
});

test.describe("B6.5", () => {
  const breakErrorPage = (page: Page) =>
    page.route(
      ({ pathname }) => payloadOf("manifest").test(pathname),
      async (route) => {
        const manifest = await (await route.fetch()).json();
        await route.fulfill({ json: { ...manifest, site: { ...manifest.site, errorPhoto: {} } } });
      },
    );

  test("B6.5 a failing error page says so, with the details and a way home that starts afresh", async ({
    page,
  }) => {
    await breakErrorPage(page);
    await openApp(page, "/");
    await navigateInApp(page, "/nie-ma-takiej");
    await expect(
      page.getByRole("heading", { name: "An error occurred while showing the error page" }),
    ).toBeVisible();
    const details = page.locator(".error-guard p").first();
    await expect(details).toContainText(/undefined/);
    await expect(page.locator("body")).not.toContainText(/\bat .*:\d+:\d+/);
    await page.unrouteAll();
    const documentRequest = page.waitForRequest(
      (request) => request.isNavigationRequest() && new URL(request.url()).pathname === "/",
    );
    await page.getByRole("link", { name: "Go back to home" }).click();
    await documentRequest;
    await expect(page.locator(".hero")).toBeVisible();
  });

  test("B6.5 a shell that cannot be shown at all never shows a stack trace", async ({ page }) => {
    await page.route(
      ({ pathname }) => payloadOf("manifest").test(pathname),
      async (route) => {
        const manifest = await (await route.fetch()).json();
        await route.fulfill({ json: { ...manifest, site: { ...manifest.site, menu: null } } });
      },
    );
    await page.goto("/");
    await expect(
      page.getByRole("heading", { name: "An error occurred while showing the error page" }),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Go back to home" })).toHaveAttribute("href", "/");
    await expect(page.locator("body")).not.toContainText(/\bat .*:\d+:\d+/);
  });
});

test.describe("B6.6 a script part that fails to load", () => {
  const abortPart = (page: Page, times: number) =>
    page.route(
      ({ pathname }) => partOf("oferta").test(pathname),
      (route) => route.abort(),
      { times },
    );
  const recordDocuments = (page: Page) => {
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    return documents;
  };

  test("B6.6 means a full reload, after which the page works", async ({ page }) => {
    await openFrugally(page);
    const documents = recordDocuments(page);
    await abortPart(page, 1);
    await loadsAnew(page, () => menu(page).getByRole("link", { name: "Oferta" }).click());
    await page.locator("h1").click();
    await appRuns(page);
    await expect(page).toHaveURL("/oferta");
    await expect(page.locator(".error-page")).toHaveCount(0);
    expect(documents).toEqual(["/oferta"]);
  });

  test("B6.6 a second failure of the same address within 10 s shows the error page instead of reloading for ever", async ({
    page,
  }) => {
    await page.clock.setFixedTime("2026-01-10T10:00:00");
    await openFrugally(page);
    const documents = recordDocuments(page);
    await abortPart(page, 1000);
    const link = menu(page).getByRole("link", { name: "Oferta" });
    await loadsAnew(page, () => link.click());
    await openFrugally(page);
    await page.clock.setFixedTime("2026-01-10T10:00:09.999");
    await link.click();
    await expectErrorPage(page, { statusCode: 500, message: "Loading chunk oferta failed" });
    expect(documents).toEqual(["/oferta", "/"]);
    await openFrugally(page);
    await page.clock.setFixedTime("2026-01-10T10:00:10");
    await loadsAnew(page, () => link.click());
    expect(documents).toEqual(["/oferta", "/", "/", "/oferta"]);
    await page.unrouteAll();
    await loadsAnew(page, () => page.reload().then(() => {}));
    await page.locator("h1").click();
    await appRuns(page);
    await expect(page.locator(".error-page")).toHaveCount(0);
  });

  test("B6.6 a page that is opened directly stays readable without its script part", async ({ page }) => {
    const documents = recordDocuments(page);
    await abortPart(page, 1000);
    const failed = page.waitForEvent("requestfailed", (request) =>
      partOf("oferta").test(new URL(request.url()).pathname),
    );
    await page.goto("/oferta");
    await failed;
    await expect(heading(page)).toHaveText(oferta.heading);
    await loadsAnew(page, () => menu(page).getByRole("link", { name: "Galeria" }).click());
    await expect(page.locator(".gallery-grid")).toBeVisible();
    expect(documents).toEqual(["/oferta", "/galeria"]);
  });
});

for (const [what, pattern, name] of [
  ["payload", payloadOf("oferta"), "oferta.payload"],
  ["script part", partOf("oferta"), "oferta"],
] as const) {
  test(`B6.7 a ${what} that has not answered after 120 s ends on the error page with a button to try again`, async ({
    page,
  }) => {
    await page.clock.install();
    await openFrugally(page);
    let answers = false;
    const asked = new Promise<void>((resolve) => {
      void page.route(
        ({ pathname }) => pattern.test(pathname),
        (route) => {
          resolve();
          if (answers) return route.continue();
        },
      );
    });
    await page.clock.pauseAt(Date.now() + 60_000);
    await menu(page).getByRole("link", { name: "Oferta" }).click();
    await asked;
    await page.clock.runFor(119_000);
    await expect(page.locator(".error-page")).toHaveCount(0);
    await expect(page).toHaveURL("/");
    await page.clock.runFor(1000);
    await expectErrorPage(page, { statusCode: 500, message: `Loading chunk ${name} failed (timeout)` });
    answers = true;
    await loadsAnew(page, () => page.getByRole("button", { name: "Spróbuj ponownie" }).click());
    await expect(page).toHaveURL("/oferta");
    await expect(page.locator(".error-page")).toHaveCount(0);
  });
}

test("B6.9 an unknown middleware name ends with status 500 and the name", async ({ page }) => {
  await page.route(
    ({ pathname }) => /^\/assets\/.*\.js$/.test(pathname),
    async (route) => {
      const script = await (await route.fetch()).text();
      if (!script.includes("prerendered`]")) return route.continue();
      const changed = script.replace(
        /(path:[`"']\/oferta[`"'].{1,120}?middleware:\[)[`"']prerendered[`"']/,
        '$1"auth"',
      );
      expect(changed).not.toBe(script);
      await route.fulfill({ contentType: "text/javascript", body: changed });
    },
  );
  await openApp(page, "/");
  await partsAreThere(page, "kontakt");
  await menu(page).getByRole("link", { name: "Oferta" }).click();
  await expectErrorPage(page, { statusCode: 500, message: "Unknown middleware auth" });
});

test("B6.2 the skip link of an error page leaves the error where it is", async ({ page }) => {
  await openApp(page, "/nie-ma-takiej");
  await page.getByRole("link", { name: "Przejdź do treści" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await expect(page.getByText("This page could not be found")).toBeVisible();
  await expect(page).toHaveTitle("This page could not be found");
});

import type { Page } from "@playwright/test";
import { formatPhone } from "../content-model/format-phone.ts";
import { loadContent } from "../content-model/load.ts";
import { expectErrorPage } from "./error-page.ts";
import {
  allowChangedScripts,
  chunkOf,
  mainMenu,
  navigateInApp,
  openWithSaveData,
  pageIsLoaded,
  payloadOf,
} from "./in-app.ts";
import { appStarted, expect, openApp, test } from "./test.ts";

// React logs every error that a boundary catches.
test.use({ allowedProblems: /^console: (Failed to load resource|TypeError|\{\})/ });

const { site } = loadContent("content");
const heading = (page: Page) => page.locator("main h1");

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

test("B6.1 a later navigation clears the error", async ({ page }) => {
  await openWithSaveData(page);
  await answerPayload(page, "oferta", 503);
  await mainMenu(page).getByRole("link", { name: "Oferta" }).click();
  await expectErrorPage(page, { statusCode: 503, message: "Loading chunk oferta.payload failed (503)" });
  await mainMenu(page).getByRole("link", { name: "Galeria" }).click();
  await expect(page.locator(".gallery-grid")).toBeVisible();
  await expect(page.locator(".error-page")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Galeria/);
  await expect(heading(page)).toBeFocused();
});

test("B6.2 the error page replaces the content and takes the focus and the title; header and footer stay", async ({
  page,
}) => {
  await openWithSaveData(page);
  await answerPayload(page, "oferta", 503);
  await mainMenu(page).getByRole("link", { name: "Oferta" }).click();
  await expectErrorPage(page, { statusCode: 503, message: "Loading chunk oferta.payload failed (503)" });
  await expect(heading(page)).toHaveText("Chwilowy tłok");
  await expect(heading(page)).toBeFocused();
  await expect(page.locator(".hero")).toHaveCount(0);
});

test("B6.2 an error without a message has the title `Error`", async ({ page }) => {
  await allowChangedScripts(page);
  await openWithSaveData(page);
  await page.route(
    ({ pathname }) => chunkOf("dziekujemy").test(pathname),
    (route) =>
      route.fulfill({ contentType: "text/javascript", body: "export function Page() { throw {}; }" }),
  );
  await navigateInApp(page, "/dziekujemy");
  await expect(page.locator(".error-code")).toHaveText("500");
  await expect(page).toHaveTitle("Error");
});

test("B6.3 an unknown route answers 404 with the exact English words, a Polish explanation and the phone number", async ({
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
  await expect(
    page.locator("main").getByRole("link", { name: formatPhone(site.telephone ?? "") }),
  ).toHaveAttribute("href", `tel:${site.telephone}`);
  await expect(page).toHaveTitle("This page could not be found");
  await appStarted(page);
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

test("B6.3 a route whose own validation fails is not found, directly and in the app", async ({ page }) => {
  const response = await page.goto("/dziekujemy?ref=7K3M");
  expect(response?.status()).toBe(404);
  await expect(page.getByText("This page could not be found", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the home page", exact: true })).toBeVisible();
  await openApp(page, "/");
  await navigateInApp(page, "/dziekujemy?ref=7k3m-9qxr");
  await expectErrorPage(page, { statusCode: 404, message: "This page could not be found" });
  await navigateInApp(page, "/dziekujemy");
  await expect(page.locator(".thanks")).toBeVisible();
  await navigateInApp(page, "/dziekujemy?ref=%20");
  await expectErrorPage(page, { statusCode: 404, message: "This page could not be found" });
});

test("B6.4 an error while changing route shows its status and its message", async ({ page }) => {
  await openWithSaveData(page);
  await answerPayload(page, "kontakt", 429);
  await mainMenu(page).getByRole("link", { name: "Kontakt" }).click();
  await expectErrorPage(page, { statusCode: 429, message: "Loading chunk kontakt.payload failed (429)" });
});

test("B6.4 a page that throws while rendering shows the error page, and navigation still works", async ({
  page,
}) => {
  await openWithSaveData(page);
  await replacePayload(page, "oferta", "{}");
  await mainMenu(page).getByRole("link", { name: "Oferta" }).click();
  await expect(page.locator(".error-code")).toHaveText("500");
  const message = await page.locator(".error-details p").first().textContent();
  await expect(page).toHaveTitle(message || "no message");
  await expect(page.locator("body")).not.toContainText(/\bat .*:\d+:\d+/);
  await mainMenu(page).getByRole("link", { name: "Galeria" }).click();
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

  test("B6.5 a failing error page says so, with the details and a home link that loads a new document", async ({
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

  test("B6.5 a shell that cannot render never shows a stack trace", async ({ page }) => {
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

test("B6.9 an unknown middleware shows status 500 and its name", async ({ page }) => {
  await allowChangedScripts(page);
  await page.route(
    ({ pathname }) => /^\/assets\/.*\.js$/.test(pathname),
    async (route) => {
      const script = await (await route.fetch()).text();
      if (!script.includes("prerendered`]")) return route.continue();
      const changed = script.replace(/path:[`"']\/oferta[`"'],/, '$&middleware:["auth"],');
      expect(changed).not.toBe(script);
      await route.fulfill({ contentType: "text/javascript", body: changed });
    },
  );
  await openApp(page, "/");
  await pageIsLoaded(page, "kontakt");
  await mainMenu(page).getByRole("link", { name: "Oferta" }).click();
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

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

test("B6.2 B6.4 B6.1 an error while changing route shows its status and its message on the error page, which replaces the content and takes the focus and the title, and so does a page that throws while rendering; header and footer stay; a later navigation clears the error", async ({
  page,
}) => {
  const open = (name: string) => mainMenu(page).getByRole("link", { name }).click();
  await openWithSaveData(page);
  await answerPayload(page, "oferta", 503);
  await open("Oferta");
  await expectErrorPage(page, { statusCode: 503, message: "Loading chunk oferta.payload failed (503)" });
  await expect(heading(page)).toHaveText("Chwilowy tłok");
  await expect(heading(page)).toBeFocused();
  await expect(page.locator(".hero")).toHaveCount(0);
  await answerPayload(page, "kontakt", 429);
  await open("Kontakt");
  await expectErrorPage(page, { statusCode: 429, message: "Loading chunk kontakt.payload failed (429)" });
  await open("Galeria");
  await expect(page.locator(".gallery-grid")).toBeVisible();
  await expect(page.locator(".error-page")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Galeria/);
  await expect(heading(page)).toBeFocused();

  await page.unrouteAll();
  await replacePayload(page, "oferta", "{}");
  await open("Oferta");
  await expect(page.locator(".error-code")).toHaveText("500");
  const message = await page.locator(".error-details p").first().textContent();
  await expect(page).toHaveTitle(message || "no message");
  await expect(page.locator("body")).not.toContainText(/\bat .*:\d+:\d+/);
  await open("Galeria");
  await expect(page.locator(".gallery-grid")).toBeVisible();
  await expect(page.locator(".error-page")).toHaveCount(0);
});

test("B6.3 B6.2 B1.4 an unknown route answers 404 with the exact English words, a Polish explanation and the phone number; its skip link leaves the error where it is; an unknown path and a route whose own validation fails show the same, directly and in the app", async ({
  page,
}) => {
  const notFound = { statusCode: 404, message: "This page could not be found" };
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
  await expectErrorPage(page, notFound);
  await appStarted(page);
  await expect(heading(page)).toHaveText("Nie ma takiej strony");
  await page.getByRole("link", { name: "Przejdź do treści" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await expectErrorPage(page, notFound);
  await back.click();
  await expect(page).toHaveURL("/");
  await expect(page.locator(".hero")).toBeVisible();

  await navigateInApp(page, "/nie-ma-takiej");
  await expectErrorPage(page, notFound);
  await expect(back).toBeVisible();
  await page.goBack();
  await expect(page.locator(".hero")).toBeVisible();
  await expect(page.locator(".error-page")).toHaveCount(0);
  await navigateInApp(page, "/dziekujemy?ref=7k3m-9qxr");
  await expectErrorPage(page, notFound);
  await navigateInApp(page, "/dziekujemy");
  await expect(page.locator(".thanks")).toBeVisible();
  await navigateInApp(page, "/dziekujemy?ref=%20");
  await expectErrorPage(page, notFound);

  const invalid = await page.goto("/dziekujemy?ref=7K3M");
  expect(invalid?.status()).toBe(404);
  await expect(page.getByText("This page could not be found", { exact: true })).toBeVisible();
  await expect(back).toBeVisible();
});

/** Lets the app find other facts of the site than the documents show. */
const changeSite = (page: Page, change: object) =>
  page.route(
    ({ pathname }) => payloadOf("manifest").test(pathname),
    async (route) => {
      const manifest = await (await route.fetch()).json();
      await route.fulfill({ json: { ...manifest, site: { ...manifest.site, ...change } } });
    },
  );

test("B6.5 a failing error page says so, with the details and a home link that loads a new document; a shell that cannot render never shows a stack trace", async ({
  page,
}) => {
  const words = page.getByRole("heading", { name: "An error occurred while showing the error page" });
  const home = page.getByRole("link", { name: "Go back to home" });
  await changeSite(page, { errorPhoto: {} });
  await openApp(page, "/");
  await navigateInApp(page, "/nie-ma-takiej");
  await expect(words).toBeVisible();
  await expect(page.locator(".error-guard p").first()).toContainText(/undefined/);
  await expect(page.locator("body")).not.toContainText(/\bat .*:\d+:\d+/);
  await page.unrouteAll();
  const documentRequest = page.waitForRequest(
    (request) => request.isNavigationRequest() && new URL(request.url()).pathname === "/",
  );
  await home.click();
  await documentRequest;
  await expect(page.locator(".hero")).toBeVisible();

  await changeSite(page, { menu: null });
  await page.goto("/");
  await expect(words).toBeVisible();
  await expect(home).toHaveAttribute("href", "/");
  await expect(page.locator("body")).not.toContainText(/\bat .*:\d+:\d+/);
});

test("B6.9 B6.2 an unknown middleware shows status 500 and its name; an error without a message has the title `Error`", async ({
  page,
}) => {
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

  await page.route(
    ({ pathname }) => chunkOf("dziekujemy").test(pathname),
    (route) =>
      route.fulfill({ contentType: "text/javascript", body: "export function Page() { throw {}; }" }),
  );
  await navigateInApp(page, "/dziekujemy");
  await expect(page).toHaveTitle("Error");
  await expect(page.locator(".error-code")).toHaveText("500");
});

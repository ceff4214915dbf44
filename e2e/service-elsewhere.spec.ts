import { freePort } from "../server/testing/free-port.ts";
import { enquiry, field, fillForm, form, sendButton } from "./enquiry-form.ts";
import { expectErrorPage } from "./error-page.ts";
import { mainMenu } from "./in-app.ts";
import { type SiteProcess, startSite } from "./site-process.ts";
import { startStaticHost } from "./static-host.ts";
import { storedEnquiries } from "./stored-enquiries.ts";
import { expect, openApp, test } from "./test.ts";

test("B7.2 B7.3 the form calls the service with the client's headers and drives the loading bar", async ({
  page,
}) => {
  await page.clock.install();
  await openApp(page, "/kontakt");
  await fillForm(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  let answer = () => {};
  await page.route("**/api/enquiries", async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  const asked = page.waitForRequest("**/api/enquiries");
  await sendButton(page).click();
  const headers = (await asked).headers();
  expect(headers.accept).toBe("application/json, text/plain, */*");
  expect(headers.authorization).toBeUndefined();
  await page.clock.runFor(1000);
  const bar = page.getByRole("progressbar", { name: "Wczytywanie strony" });
  await expect(bar).toBeVisible();
  answer();
  await expect(page).toHaveURL("/dziekujemy");
  await page.clock.runFor(1000);
  await expect(bar).toBeHidden();
});

test.describe("the pages here, the service elsewhere", () => {
  test.use({
    allowedProblems:
      /^request: http:\/\/(?:127|localhost)|^console: (Failed to load|Access to XMLHttpRequest)/,
  });

  let running: SiteProcess[] = [];
  test.afterEach(async () => {
    await Promise.all(running.map((site) => site.stop()));
    running = [];
  });

  async function start(settings: Record<string, string>): Promise<SiteProcess> {
    const site = await startSite(settings);
    running.push(site);
    return site;
  }

  test("B7.1 B7.4 an origin that is not on the list is refused, and the form says so honestly; the base address is changed by an environment variable and a restart, without a rebuild; without one for browsers it is used with its path", async ({
    page,
  }) => {
    const pagesPort = String(await freePort());
    const service = await start({ CORS_ORIGINS: `http://127.0.0.1:${pagesPort}` });
    let pages = await start({ PORT: pagesPort, API_BROWSER_BASE_URL: service.baseUrl });
    const restartPages = async (settings: Record<string, string>) => {
      await pages.stop();
      pages = await start({ PORT: pagesPort, ...settings });
    };
    const send = async (baseUrl: string) => {
      await openApp(page, `${baseUrl}/kontakt`);
      await fillForm(page);
      await sendButton(page).click();
    };
    // Another name is another origin.
    await send(pages.panelUrl);
    await expect(form(page).getByRole("alert")).toContainText("Wysyłanie się nie powiodło");
    await expect(field(page, "Wiadomość")).toHaveValue(enquiry.message);
    expect(storedEnquiries(service.dataDir)).toEqual([]);

    await send(pages.baseUrl);
    await expect(page).toHaveURL(`${pages.baseUrl}/dziekujemy`);
    const [stored] = storedEnquiries(service.dataDir);
    expect(stored).toMatchObject({ name: enquiry.name, message: enquiry.message });
    await expect(page.locator(".reference")).toHaveText(stored?.reference ?? "");
    expect(storedEnquiries(pages.dataDir)).toEqual([]);

    await restartPages({});
    let sent = page.waitForRequest(`${pages.baseUrl}/api/enquiries`);
    await send(pages.baseUrl);
    await sent;
    await expect(page).toHaveURL(`${pages.baseUrl}/dziekujemy`);

    await restartPages({ API_BASE_URL: "http://127.0.0.1:9/usluga" });
    await page.route("http://127.0.0.1:9/**", (route) => route.abort());
    sent = page.waitForRequest("http://127.0.0.1:9/usluga/api/enquiries");
    await send(pages.baseUrl);
    await sent;
  });

  test("B7.1 C3.2 B6.3 B10.5 pages on a static host, with the built headers, send to a service on another site; without it the hours of the week stay, a malformed reference is refused by the app, and an invented one thanks nobody", async ({
    page,
  }) => {
    const host = await startStaticHost();
    const service = await start({ CORS_ORIGINS: host.baseUrl });
    host.serve(service.baseUrl);
    await openApp(page, host.baseUrl);
    for (const [name, path] of [
      ["Galeria", "/galeria"],
      ["Kontakt", "/kontakt"],
    ] as const) {
      await mainMenu(page).getByRole("link", { name }).click();
      await expect(page).toHaveURL(host.baseUrl + path);
    }
    await fillForm(page);
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await sendButton(page).click();
    const { "sec-fetch-site": relation, origin } = await (await sent).allHeaders();
    expect([relation, origin]).toEqual(["cross-site", host.baseUrl]);
    await expect(page).toHaveURL(`${host.baseUrl}/dziekujemy`);
    const [stored] = storedEnquiries(service.dataDir);
    await expect(page.locator(".reference")).toHaveText(stored?.reference ?? "none");

    await service.end();
    await page.goto(`${host.baseUrl}/dziekujemy?ref=7K3M`);
    await page.keyboard.press("Shift");
    await expectErrorPage(page, { statusCode: 404, message: "This page could not be found" });
    await mainMenu(page).getByRole("link", { name: "Galeria" }).click();
    await expect(page.locator(".gallery-grid")).toBeVisible();
    await openApp(page, `${host.baseUrl}/dziekujemy?ref=7K3M-9QXR`);
    await expect(page.locator("h1")).toBeVisible();
    await expect(page.locator("main")).not.toContainText(/dotarł|7K3M/);
    await openApp(page, `${host.baseUrl}/kontakt?terminy`);
    await page.locator("#open-slots").scrollIntoViewIfNeeded();
    const hours = page.locator(".open-slots").getByRole("link", { name: /\d:\d\d/ });
    await expect(hours.first()).toBeVisible();
    await expect(form(page)).toBeVisible();
    host.stop();
  });
});

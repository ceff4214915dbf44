import { expect, type Page, test } from "@playwright/test";
import { type DevProcess, startDev } from "./dev-process.ts";
import { openApp } from "./test.ts";

test.describe.configure({ mode: "serial" });

let dev: DevProcess;
test.beforeAll(async () => {
  dev = await startDev();
});
test.afterAll(() => dev.stop());

/** The server is away for a moment while it is replaced. */
async function eventually(page: Page, path: string, look: () => Promise<unknown>, wanted: unknown) {
  const see = async () => {
    await page.goto(dev.address + path);
    return look();
  };
  await expect.poll(() => see().catch(() => undefined)).toEqual(wanted);
}

test("npm run dev shows content changes, says problems in Polish, and keeps the page until they are fixed", async ({
  page,
}) => {
  const heading = () => page.locator("#root h1").textContent();
  await dev.change("data/content/oferta.yaml", /^heading: .*$/m, "heading: Zmieniony nagłówek");
  await eventually(page, "/oferta", heading, "Zmieniony nagłówek");

  await dev.change("data/content/oferta.yaml", "heading: Zmieniony nagłówek", "headin: Zmieniony nagłówek");
  await expect.poll(dev.said).toMatch(/data\/content\/oferta\.yaml.*linia \d+/);
  await page.goto(`${dev.address}/oferta`);
  expect(await heading()).toBe("Zmieniony nagłówek");

  await dev.change("data/content/oferta.yaml", "headin: Zmieniony nagłówek", "heading: Naprawiony nagłówek");
  await eventually(page, "/oferta", heading, "Naprawiony nagłówek");
});

test("npm run dev shows changes of code and styles, and the form can be tried", async ({ page }) => {
  await dev.change("app/shell/footer.tsx", '"Prywatność"', '"Prywatność dziś"');
  await dev.change("app/shell/footer.css", ".footer {", ".footer { outline: 3px solid rgb(1 2 3);");
  const link = page.getByRole("contentinfo").getByRole("link", { name: "Prywatność dziś" });
  await eventually(page, "/kontakt", () => link.count(), 1);
  await openApp(page, `${dev.address}/kontakt`);
  await expect(page.locator(".footer")).toHaveCSS("outline-color", "rgb(1, 2, 3)");
  await page.getByLabel("Imię").fill("Ala");
  await page.getByLabel("E-mail").fill("ala@example.com");
  await page.getByRole("textbox", { name: "Wiadomość" }).fill("Dzień dobry");
  await page.getByRole("button", { name: "Wyślij" }).click();
  await expect(page).toHaveURL(/\/dziekujemy/);
});

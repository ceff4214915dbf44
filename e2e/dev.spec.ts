import { expect, test } from "@playwright/test";
import { type DevProcess, startDev } from "./dev-process.ts";
import { openApp } from "./test.ts";

test.describe.configure({ mode: "serial" });

let dev: DevProcess;
test.beforeAll(async () => {
  dev = await startDev();
});
test.afterAll(() => dev.stop());

test("npm run dev shows content changes at once, problems in Polish, and the page again once they are fixed", async ({
  page,
}) => {
  await page.goto(`${dev.address}/oferta`);
  const heading = page.locator("#root h1");
  const before = (await heading.textContent()) ?? "";
  await dev.change("data/content/oferta.yaml", `heading: ${before}`, "heading: Zmieniony nagłówek");
  await expect(heading).toHaveText("Zmieniony nagłówek");

  await dev.change("data/content/oferta.yaml", "heading: Zmieniony nagłówek", "headin: Zmieniony nagłówek");
  const problems = page.getByRole("alert");
  await expect(problems).toContainText("Treść strony wymaga poprawek");
  await expect(problems).toContainText(/data\/content\/oferta\.yaml, linia \d+/);
  await expect(problems).toContainText("Co jest nie tak:");
  await expect(problems).toContainText("Jak to naprawić:");

  await dev.change("data/content/oferta.yaml", "headin: Zmieniony nagłówek", "heading: Naprawiony nagłówek");
  await expect(heading).toHaveText("Naprawiony nagłówek");
  await expect(problems).toHaveCount(0);
});

test("npm run dev shows code and style changes at once", async ({ page }) => {
  await openApp(page, `${dev.address}/kontakt`);
  const link = page.getByRole("contentinfo").getByRole("link", { name: "Prywatność" });
  await expect(link).toBeVisible();
  await dev.change("app/shell/footer.tsx", ">Prywatność<", ">Prywatność dziś<");
  await expect(link).toHaveText("Prywatność dziś");

  await dev.change("app/shell/footer.css", ".footer {", ".footer { outline: 3px solid rgb(1 2 3);");
  await expect(page.locator(".footer")).toHaveCSS("outline-color", "rgb(1, 2, 3)");
});

test("npm run dev runs the app, and the form can be tried", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await openApp(page, `${dev.address}/kontakt`);
  await page.getByLabel("Imię").fill("Ala");
  await page.getByLabel("E-mail").fill("ala@example.com");
  await page.getByRole("textbox", { name: "Wiadomość" }).fill("Dzień dobry");
  await page.getByRole("button", { name: "Wyślij" }).click();
  await expect(page).toHaveURL(/\/dziekujemy/);
  await expect(page.locator("#root h1")).toBeFocused();
  expect(errors).toEqual([]);
});

import { type DevProcess, startDev } from "./dev-process.ts";
import { expect, openApp, test } from "./test.ts";

test.describe.configure({ mode: "serial" });
// The test has a server of its own, which is replaced while the page is open.
test.use({ allowedProblems: /./ });

let dev: DevProcess;
test.beforeAll(async () => {
  dev = await startDev();
});
test.afterAll(() => dev.stop());

/** The document of a page; nothing while the server is replaced. */
const documentOf = (path: string) =>
  fetch(dev.address + path)
    .then((response) => response.text())
    .catch(() => "");

const heading = async () => /<h1[^>]*>(.*?)<\/h1>/.exec(await documentOf("/oferta"))?.[1];

test("npm run dev says problems of the content in Polish, keeps the page until they are fixed, and then shows the change", async () => {
  const before = await heading();
  expect(before).toMatch(/\w/);
  await dev.change("data/content/oferta.yaml", /^heading: .*$/m, "headin: Nowy nagłówek");
  await expect.poll(dev.said).toMatch(/data\/content\/oferta\.yaml.*linia \d+/);
  expect(await heading()).toBe(before);
  await dev.change("data/content/oferta.yaml", "headin: Nowy nagłówek", "heading: Nowy nagłówek");
  await expect.poll(heading).toBe("Nowy nagłówek");
});

test("npm run dev shows changes of code and styles, and the form can be tried", async ({ page }) => {
  // At once, for one build.
  await Promise.all([
    dev.change("app/shell/footer.tsx", '"Prywatność"', '"Prywatność dziś"'),
    dev.change("app/shell/footer.css", ".footer {", ".footer { outline: 3px solid rgb(1 2 3);"),
  ]);
  await expect.poll(() => documentOf("/kontakt")).toMatch(/outline:3px solid.*Prywatność\sdziś/s);
  // The server may be replaced once more, and a page that misses a file of it then waits for a touch.
  page.setDefaultTimeout(20_000);
  await expect(async () => {
    await openApp(page, `${dev.address}/kontakt`);
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Prywatność dziś" })).toBeVisible();
    await expect(page.locator(".footer")).toHaveCSS("outline-color", "rgb(1, 2, 3)");
    await page.getByLabel("Imię").fill("Ala");
    await page.getByLabel("E-mail").fill("ala@example.com");
    await page.getByRole("textbox", { name: "Wiadomość" }).fill("Dzień dobry");
    await page.getByRole("button", { name: "Wyślij" }).click();
    await expect(page).toHaveURL(/\/dziekujemy/, { timeout: 10_000 });
  }).toPass();
});

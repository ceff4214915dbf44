import { formatPhone } from "../content-model/format-phone.ts";
import { loadContent } from "../content-model/load.ts";
import { expect, openApp, test } from "./test.ts";

const { site, oferta } = loadContent("content");

test("print shows the text, the phone number and every answer, but no controls", async ({ page }) => {
  await openApp(page, "/oferta");
  await page.emulateMedia({ media: "print" });
  for (const name of ["Menu główne", "Szybki kontakt"]) {
    await expect(page.getByRole("navigation", { name, includeHidden: true })).toBeHidden();
  }
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const service of oferta.services)
    await expect(page.getByText(service.lead ?? "", { exact: true })).toBeVisible();
  await expect(page.getByRole("contentinfo").getByText(formatPhone(site.telephone ?? ""))).toBeVisible();
  const answer = page.locator("details p").first();
  expect((await answer.boundingBox())?.height ?? 0).toBeGreaterThan(0);
});

test("print leaves out the form and shows sections that are not revealed yet", async ({ page }) => {
  await openApp(page, "/kontakt");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { includeHidden: true }).filter({ visible: true })).toHaveCount(0);
  await expect(page.locator("form")).toBeHidden();
  await openApp(page, "/");
  for (const part of await page.locator("[data-reveal]").all()) await expect(part).toHaveCSS("opacity", "1");
});

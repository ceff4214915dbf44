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

test("print shows when the open slots are, and the band's words without its dark background", async ({
  page,
}) => {
  await openApp(page, "/");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".open-slots dd a").first()).toBeVisible();
  const { color, background } = await page.locator(".band p").evaluate((words) => {
    const band = words.parentElement as HTMLElement;
    return { color: getComputedStyle(words).color, background: getComputedStyle(band).backgroundColor };
  });
  expect(background).not.toBe(color);
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setUp, test } from "./panel-site.ts";
import { expect } from "./test.ts";

test("P4.1 P4.5 the price of a training is changed, saved by itself, and is still there after a reload", async ({
  page,
  panelSite,
}) => {
  await setUp(page, panelSite);
  await page.getByRole("link", { name: "Treść" }).click();
  await page.getByRole("link", { name: "Oferta" }).click();
  await page.getByRole("button", { name: /^Trening personalny/ }).click();
  await page.getByLabel("Kwota (zł)").fill("165,50");
  await expect(page.getByText(/^Zapisano \d\d:\d\d · niepublikowane zmiany: 1$/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: /^Trening personalny 165,50 zł za trening/ })).toBeVisible();
  const text = await readFile(join(panelSite.dataDir, "content/oferta.yaml"), "utf8");
  expect(text).toBe((await readFile("content/oferta.yaml", "utf8")).replace("amount: 150", "amount: 165.5"));
});

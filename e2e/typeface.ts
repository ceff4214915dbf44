import type { Page } from "@playwright/test";

/** As for a visitor who has been here before: on a slow line, which a busy machine is too, the first document goes without. */
export async function typefaceIsKnown(page: Page): Promise<void> {
  await page.addInitScript(() => sessionStorage.setItem("typeface", "fetched"));
}

import type { Page } from "@playwright/test";

/** As on a later page of a visit: on a slow line, which a busy machine is too, the first document goes without. */
export async function typefaceIsKnown(page: Page): Promise<void> {
  await page.addInitScript(() => {
    sessionStorage.setItem("typeface", "fetched");
    Object.defineProperty(Document.prototype, "referrer", { get: () => `${location.origin}/` });
  });
}

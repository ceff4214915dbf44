import type { Page } from "@playwright/test";

/** Waits until the document shows the typeface (if it requested it) and has laid out the skipped sections. */
export async function typefaceShown(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isAwaited = document.querySelector('link[as="font"]') !== null;
    const isOff = document.getElementById("typeface")?.getAttribute("media") === "not all";
    const isFresh = "fresh" in document.documentElement.dataset;
    return (
      document.readyState === "complete" &&
      !(isAwaited && (isOff || isFresh)) &&
      document.fonts.status === "loaded"
    );
  });
}

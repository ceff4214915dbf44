import type { Page } from "@playwright/test";

/** Waits until the document shows the typeface, if it has asked for it. */
export async function typefaceIsThere(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isAwaited = document.querySelector('link[as="font"]') !== null;
    const isOff = document.getElementById("typeface")?.getAttribute("media") === "not all";
    return document.readyState === "complete" && !(isAwaited && isOff) && document.fonts.status === "loaded";
  });
}

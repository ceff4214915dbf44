import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launchChromium } from "../tools/testing/install-browser/chromium.ts";
import { startSite } from "./site-process.ts";
import { appStarted } from "./test.ts";
import { settle, views, widths } from "./visual/views.ts";

const folder = "docs/screenshots";

// Takes a screenshot of the first screen of every page and state, on a phone and on a desktop.
const site = await startSite();
const browser = await launchChromium();
await mkdir(folder, { recursive: true });
for (const width of widths) {
  const page = await browser.newPage({
    baseURL: site.baseUrl,
    viewport: { width, height: width < 768 ? 844 : 900 },
    reducedMotion: "reduce",
  });
  for (const { name, path, prepare } of views) {
    await page.goto(path);
    await appStarted(page);
    await prepare?.(page);
    await settle(page);
    // On a phone the errors of the form are below the first screen.
    if (prepare) await page.locator(":focus").scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(folder, `${name}-${width}.jpg`), type: "jpeg", quality: 85 });
    console.log(`${name} ${width}`);
  }
}
await browser.close();
await site.stop();

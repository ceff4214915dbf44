import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { startSite } from "../e2e/site-process.ts";
import { appRuns } from "../e2e/test.ts";
import { settle, views, widths } from "../e2e/visual/views.ts";
import { chromiumArgs, findChromium } from "./chromium.ts";

const folder = "docs/screenshots";

// Takes a picture of every page and state, as a phone and as a desktop show it on the first screen.
const site = await startSite();
const browser = await chromium.launch({ executablePath: findChromium() ?? "", args: chromiumArgs });
await mkdir(folder, { recursive: true });
for (const width of widths) {
  const page = await browser.newPage({
    baseURL: site.baseUrl,
    viewport: { width, height: width < 768 ? 844 : 900 },
    reducedMotion: "reduce",
  });
  for (const { name, path, prepare } of views) {
    await page.goto(path);
    await appRuns(page);
    await prepare?.(page);
    await settle(page);
    // On a phone a mistake in the form shows below the first screen.
    if (prepare) await page.locator(":focus").scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(folder, `${name}-${width}.jpg`), type: "jpeg", quality: 85 });
    console.log(`${name} ${width}`);
  }
}
await browser.close();
await site.stop();

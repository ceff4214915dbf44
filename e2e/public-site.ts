import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { ensureOwnContent } from "../publishing/own-content.ts";
import { loadConfig } from "../server/config.ts";
import { freePort } from "../server/testing/free-port.ts";
import { findChromium, testArgs } from "../tools/testing/install-browser/chromium.ts";
import { createLink, test as panelTest } from "./panel-site.ts";
import { type SiteProcess, startSite } from "./site-process.ts";

const host = "www.trener.test";

/** A site on its own domain, as the package sets it up: the draft is the sample, and nothing has been published. */
export const test = panelTest.extend<{ panelSite: SiteProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  panelSite: async ({}, use) => {
    const port = String(await freePort());
    const panelUrl = `http://${host}:${port}`;
    // The cache saves the minutes that encoding the sample's photographs takes.
    const site = await startSite({ PORT: port, SITE_URL: panelUrl, CACHE_DIR: loadConfig().cacheDir });
    await ensureOwnContent({ ownContentDir: join(site.dataDir, "content") });
    await use({ ...site, panelUrl });
    await site.stop();
  },
});

/** What a test of such a site uses. */
export const publicSite = {
  allowedProblems: /Cross-Origin-Opener-Policy header has been ignored/,
  viewport: { width: 360, height: 740 },
};

/** A browser that trusts the site like one with a certificate: photographs need that. */
export async function trustingBrowser({ panelUrl }: SiteProcess): Promise<Browser> {
  // The headless shell does not know that switch.
  return chromium.launch({
    executablePath: findChromium() ?? "",
    args: [...testArgs, `--unsafely-treat-insecure-origin-as-secure=${panelUrl}`],
  });
}

/** Opens the panel by a one-time link. */
export async function enter(page: Page, site: SiteProcess): Promise<void> {
  await page.goto(await createLink(site));
  await page.getByRole("button", { name: "Otwórz panel" }).click();
  await page.getByRole("heading", { name: /bez hasła|Kody zapasowe/ }).waitFor();
}

/** Calls the panel's API as its script does. */
export function call<Answer>(
  page: Page,
  path: string,
  write?: { method: string; body?: unknown },
): Promise<Answer> {
  return page.evaluate(
    async ([path, write, key]) => {
      const headers = { "X-Panel": "1", "Content-Type": "application/json", "Idempotency-Key": key };
      const answer = await fetch(`/panel/api${path}`, {
        ...(write && { method: write.method, body: JSON.stringify(write.body ?? {}), headers }),
      });
      const text = await answer.text();
      return text.startsWith("{") ? JSON.parse(text) : text;
    },
    [path, write, randomUUID()] as const,
  ) as Promise<Answer>;
}

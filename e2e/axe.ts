import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame, Page } from "@playwright/test";
import type axeCore from "axe-core";

declare global {
  var axe: typeof axeCore | undefined;
}

const axeScript = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Violations that axe finds on the page, or on the part that a state has changed. Frames have separate tests. */
export async function violationsOf(page: Page | Frame, part?: string): Promise<string[]> {
  // Between two screens an app shows neither: a page has come when it has a heading.
  await page.locator("h1").first().waitFor({ state: "attached" });
  // Reading the script takes as long as a check, so a document gets it once.
  if (await page.evaluate(() => globalThis.axe === undefined)) await page.evaluate(axeScript);
  return page.evaluate(async (part) => {
    const where = part === undefined ? { exclude: [["iframe"]] } : { include: [[part]] };
    // Passed checks are left out, because they are most of the result and never used.
    const found = await globalThis.axe?.run(where, { resultTypes: ["violations"], iframes: false });
    if (found === undefined) throw new Error("The page was left before it was checked");
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(", ")}`);
  }, part);
}

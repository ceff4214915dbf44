import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Violations that axe finds on the page, or on the part that a state has changed. Frames have separate tests. */
export async function violationsOf(page: Page, part?: string): Promise<string[]> {
  // Between two screens an app shows neither: a page has come when it has a heading.
  await page.locator("h1").first().waitFor({ state: "attached" });
  // Legacy mode needs no second tab. Passed checks are left out, because they are most of the result and never used.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
  const { violations } = await (part ? axe.include(part) : axe.exclude("iframe")).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(", ")}`);
}

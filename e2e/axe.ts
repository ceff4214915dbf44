import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What breaks a rule of axe, on the whole page or on the part of it that a state has changed. Frames have tests of their own. */
export async function violationsOf(page: Page, part?: string): Promise<string[]> {
  // The legacy mode checks without a second tab. What passes is most of a whole answer, and nobody reads it.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
  const { violations } = await (part ? axe.include(part) : axe.exclude("iframe")).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(", ")}`);
}

import { contrastRatio } from "../../content-model/contrast.ts";
import { type Problem, warning } from "../../publishing/checks/problem.ts";

const paper = "#ffffff";
/** Below this, a button hardly stands out from the page. */
const visibleContrast = 1.5;

/** Whether the accent stands out from the white page; that text on it can be read is a rule of the content. */
export function checkContrast(accent: string, siteFile: string): Problem[] {
  if (contrastRatio(accent, paper) < visibleContrast) {
    return [
      warning(`kolor ${accent} prawie nie różni się od białego tła: przyciski będą słabo widoczne`, siteFile),
    ];
  }
  return [];
}

import { contrastRatio } from "../../content-model/contrast.ts";
import { type Problem, warning } from "../../publishing/checks/problem.ts";

const paper = "#ffffff";
/** Below this, a button hardly stands out from the page. */
const visibleContrast = 1.5;

/** Checks that the accent stands out from the white page; the content's schema checks that text on it is legible. */
export function checkContrast(accent: string, siteFile: string): Problem[] {
  if (contrastRatio(accent, paper) < visibleContrast) {
    return [
      warning(`kolor ${accent} prawie nie różni się od białego tła: przyciski będą słabo widoczne`, siteFile),
    ];
  }
  return [];
}

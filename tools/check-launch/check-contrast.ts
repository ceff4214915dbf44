import { contrastRatio, inkColour, minimumContrast } from "../../content-model/contrast.ts";
import { error, type Problem, warning } from "../../publishing/checks/problem.ts";

const paper = "#ffffff";
/** Below this, a button hardly stands out from the page. */
const visibleContrast = 1.5;

/** Whether text on the accent colour is readable, and whether the accent stands out from the white page. */
export function checkContrast(accent: string, siteFile: string): Problem[] {
  const readable = contrastRatio(accent, inkColour);
  if (readable < minimumContrast) {
    const ratio = (Math.floor(readable * 10) / 10).toFixed(1).replace(".", ",");
    return [error(`napisy na kolorze ${accent} mają kontrast ${ratio}:1, a potrzeba 4,5:1`, siteFile)];
  }
  if (contrastRatio(accent, paper) < visibleContrast) {
    return [
      warning(`kolor ${accent} prawie nie różni się od białego tła: przyciski będą słabo widoczne`, siteFile),
    ];
  }
  return [];
}

import { type Problem, unchecked, warning } from "../../publishing/checks/problem.ts";
import { type LookUp, LookUpError } from "./look-up.ts";

/** The last day of security support for each Node release line (nodejs.org/en/about/previous-releases). */
const endOfLife: Readonly<Record<string, string>> = {
  20: "2026-04-30",
  22: "2027-04-30",
  24: "2028-04-30",
};

const remedy = "zaktualizuj projekt (git pull), a z nim Node";

/** Checks that the Node version is still supported and has the latest security fixes. */
export async function checkNode(
  version: string,
  lookUp: Pick<LookUp, "isOnline" | "nodeReleases">,
  now: Date,
): Promise<Problem[]> {
  const line = version.split(".")[0] ?? "";
  const end = endOfLife[line];
  if (end === undefined || now > new Date(end)) {
    return [warning(`Node ${version} nie dostaje już poprawek bezpieczeństwa; ${remedy}`, "Node")];
  }
  if (!(await lookUp.isOnline())) {
    return [unchecked(`poprawki bezpieczeństwa Node ${version}: brak połączenia z internetem`, "Node")];
  }
  try {
    const releases = await lookUp.nodeReleases();
    const fixed = releases.find((release) => release.version.startsWith(`${line}.`) && release.security);
    return fixed && isNewer(fixed.version, version)
      ? [warning(`Node ${version} ma znane luki, naprawione w ${fixed.version}; ${remedy}`, "Node")]
      : [];
  } catch (error) {
    if (!(error instanceof LookUpError)) throw error;
    return [unchecked(`poprawki bezpieczeństwa Node ${version}: ${error.message}`, "Node")];
  }
}

function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, "en", { numeric: true }) > 0;
}

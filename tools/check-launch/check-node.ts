import * as z from "zod/mini";
import { type Problem, unchecked, warning } from "../../publishing/checks/problem.ts";

/** All Node releases, newest first within each release line; `security` marks those that fix a vulnerability. */
const releasesUrl = "https://nodejs.org/dist/index.json";
const releasesSchema = z.array(z.object({ version: z.string(), date: z.string(), security: z.boolean() }));
const timeoutMs = 3000;
/** A supported line has a release every few weeks. */
const longestPauseMs = 365 * 86_400_000;

const remedy = "zaktualizuj projekt (git pull), a z nim Node";

/** Checks that the Node version is still supported and has the latest security fixes. */
export async function checkNode(version: string, now: Date, get = fetch): Promise<Problem[]> {
  try {
    const answer = await get(releasesUrl, { signal: AbortSignal.timeout(timeoutMs) });
    const [major] = version.split(".");
    const line = releasesSchema
      .parse(await answer.json())
      .filter((release) => release.version.startsWith(`v${major}.`));
    const latest = Date.parse(line[0]?.date ?? "");
    if (!(now.getTime() - latest < longestPauseMs))
      return [warning(`Node ${version} nie dostaje już poprawek bezpieczeństwa; ${remedy}`, "Node")];
    const fixed = line.find(({ security }) => security)?.version.slice(1) ?? version;
    return fixed.localeCompare(version, "en", { numeric: true }) > 0
      ? [warning(`Node ${version} ma znane luki, naprawione w ${fixed}; ${remedy}`, "Node")]
      : [];
  } catch {
    return [unchecked(`poprawki bezpieczeństwa Node ${version}: nodejs.org nie odpowiada`, "Node")];
  }
}

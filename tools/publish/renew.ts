import { basisOf } from "../../publishing/basis.ts";
import { readCodeBuild } from "../../publishing/code-build.ts";
import { contentOf } from "../../publishing/history.ts";
import { siteSettings } from "../../publishing/site/sources.ts";
import { readSite } from "../../server/build-facts.ts";
import type { Config } from "../../server/config.ts";
import { currentRelease, findServedDir } from "../../server/releases.ts";
import { publishHere, tellFailure } from "./tell-outcome.ts";

/** Republishes the current content if program or settings have changed since; on failure the current release stays. */
export async function renewPublished(config: Config): Promise<void> {
  const name = currentRelease(config.releasesDir);
  const content = name && contentOf(config, name);
  const code = readCodeBuild(config.codeDir);
  if (!content || !code) return;
  if (basisShown(config) === basisOf(code, siteSettings(config))) return;
  const outcome = await publishHere(config, { contentDir: content, origin: "update", restores: name });
  if (outcome.kind === "published")
    console.log("Strona opublikowana na nowo, bo zmienił się program lub ustawienia.");
  else {
    tellFailure(outcome);
    // Visitors still have the current release, so the server starts anyway.
    process.exitCode = undefined;
  }
}

function basisShown(config: Config): string | undefined {
  try {
    return readSite(findServedDir(config))?.basis;
  } catch {
    return undefined;
  }
}

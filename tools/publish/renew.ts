import { isOutdated } from "../../publishing/basis.ts";
import { contentOf } from "../../publishing/history.ts";
import type { Config } from "../../server/config.ts";
import { currentRelease } from "../../server/releases.ts";
import { publishHere, reportFailure } from "./report-outcome.ts";

/** Republishes the current content if the program or settings have changed since; on failure the current release stays. */
export async function renewPublished(config: Config): Promise<void> {
  const name = currentRelease(config.releasesDir);
  const content = name && contentOf(config, name);
  if (!content || !isOutdated(config)) return;
  const outcome = await publishHere(config, { contentDir: content, origin: "update", restores: name });
  if (outcome.kind === "published")
    console.log("Strona opublikowana na nowo, bo zmienił się program lub ustawienia.");
  else {
    reportFailure(outcome);
    // Visitors still have the current release, so the server starts anyway.
    process.exitCode = undefined;
  }
}

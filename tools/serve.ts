import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { serverFlags } from "../publishing/code-build.ts";
import { trialContent } from "../publishing/history.ts";
import { isOwners, readSite } from "../server/build-facts.ts";
import { loadConfig } from "../server/config.ts";
import { readJson } from "../server/durable-files.ts";
import { currentRelease } from "../server/releases.ts";
import { buildCodeWhenStale, buildSiteWhenStale, reportBuildError } from "./build/build-when-stale.ts";
import { publishHere, renewPublished } from "./publish/publish-here.ts";

const config = loadConfig();
const server = join(config.codeDir, "main.js");
await buildCodeWhenStale(config).catch((error: unknown) => {
  // A failed package installation must not take a built site offline.
  if (!existsSync(server)) throw error;
  console.error("Programu nie udało się zbudować na nowo, więc działa poprzedni. Przyczyna:", error);
});
const published = currentRelease(config.releasesDir);
// A published site must start again after a power cut, even if the content is half edited.
if (published === undefined && config.isPublic) await publishTrial();
else if (published === undefined) await buildSiteWhenStale(config).then(sayWhatIsLeft, reportBuildError);
else {
  await renewPublished(config);
  console.log(
    `Program pokazuje opublikowaną wersję (${currentRelease(config.releasesDir)}). Zmiany w treści pokaże npm run publish.`,
  );
}

if (process.exitCode === undefined) {
  // Replaces this process, so that signals reach the server and the build's memory is freed. Windows has no execve.
  if (process.platform === "win32") await import(pathToFileURL(resolve(server)).href);
  else process.execve?.(process.execPath, [process.execPath, ...serverFlags, server], process.env);
}

/** Publishes an unpublished site of the owner that an older release of this program already showed at this address (C7.1). */
async function publishTrial(): Promise<void> {
  const shown = trialContent(config.siteDir);
  const site = readSite(config.siteDir);
  const { siteUrl } = readJson<{ siteUrl?: string }>(join(config.siteDir, "data.json"), {});
  if (shown && site && isOwners(site) && siteUrl === config.siteUrl)
    await publishHere(config, { contentDir: shown, origin: "update" });
  if (currentRelease(config.releasesDir) === undefined)
    console.log(
      "Strona jest w przygotowaniu. Pokaże ją pierwsza publikacja, w panelu albo poleceniem npm run publish.",
    );
}

function sayWhatIsLeft(): void {
  console.log(
    "Co zrobić, zanim strona ruszy, powie npm run check:launch, a w panelu „Zacznij tutaj” na ekranie „Treść”.",
  );
}

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { serverFlags } from "../publishing/code-build.ts";
import { loadConfig } from "../server/config.ts";
import { currentRelease } from "../server/releases.ts";
import { buildCodeWhenStale, buildSiteWhenStale, reportBuildError } from "./build/build-when-stale.ts";
import { renewPublished } from "./publish/publish-here.ts";

const config = loadConfig();
const server = join(config.codeDir, "main.js");
await buildCodeWhenStale(config).catch((error: unknown) => {
  // A failed package installation must not take a built site offline.
  if (!existsSync(server)) throw error;
  console.error("Programu nie udało się zbudować na nowo, więc działa poprzedni. Przyczyna:", error);
});
const published = currentRelease(config.releasesDir);
if (published !== undefined) {
  // A published site must start again after a power cut, even if the content is half edited.
  await renewPublished(config);
  console.log(
    `Program pokazuje opublikowaną wersję (${currentRelease(config.releasesDir)}). Zmiany w treści pokaże npm run publish.`,
  );
} else if (config.isPublic) {
  console.log(
    "Strona jest w przygotowaniu. Pokaże ją pierwsza publikacja, w panelu albo poleceniem npm run publish.",
  );
} else {
  const whatIsLeft =
    "Co zrobić, zanim strona ruszy, powie npm run check:launch, a w panelu „Zacznij tutaj” na ekranie „Treść”.";
  await buildSiteWhenStale(config).then(() => console.log(whatIsLeft), reportBuildError);
}

if (process.exitCode === undefined) {
  // Replaces this process, so that signals reach the server and the build's memory is freed. Windows has no execve.
  if (process.platform === "win32") await import(pathToFileURL(resolve(server)).href);
  else process.execve?.(process.execPath, [process.execPath, ...serverFlags, server], process.env);
}

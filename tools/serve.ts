import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { loadConfig } from "../server/config.ts";
import { currentRelease, findServedDir } from "../server/releases.ts";
import { buildWhenStale } from "./build/build-when-stale.ts";
import { explainBuildFault } from "./build/explain-fault.ts";

const config = loadConfig();
const published = currentRelease(config.releasesDir);
// What is published must start again after a power cut, whatever is half written in the content by then.
if (published === undefined) await buildWhenStale(config).catch(explainBuildFault);
else
  console.log(`Program pokazuje opublikowaną wersję (${published}). Zmiany w treści pokaże npm run publish.`);

if (process.exitCode === undefined) {
  const server = join(findServedDir(config), "server", "main.js");
  // Short-lived objects of many requests need little room; the default is 16 MB and more.
  const flags = ["--max-semi-space-size=2"];
  // Takes this process's place, so that signals reach the server and nothing of the build stays in memory; Windows cannot.
  if (process.platform === "win32") await import(pathToFileURL(resolve(server)).href);
  else process.execve?.(process.execPath, [process.execPath, ...flags, server], process.env);
}

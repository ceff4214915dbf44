import { serverFlags } from "../../publishing/code-build.ts";
import { loadConfig } from "../../server/config.ts";
import { currentRelease } from "../../server/releases.ts";
import { publishHere, renewPublished, reportFailure } from "../../tools/publish/publish-here.ts";

const config = loadConfig();
if (currentRelease(config.releasesDir) === undefined) {
  const outcome = await publishHere(config, { contentDir: config.contentDir, origin: "command" });
  if (outcome.kind !== "published") reportFailure(outcome);
} else await renewPublished(config);
if (process.exitCode === undefined) {
  // Replaces this process, so that signals reach the server and the memory used by publishing is freed.
  const args = [process.execPath, ...serverFlags, `${config.codeDir}/main.js`];
  process.execve?.(process.execPath, args, process.env);
}

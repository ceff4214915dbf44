import { serverFlags } from "../../publishing/code-build.ts";
import { loadConfig } from "../../server/config.ts";
import { currentRelease } from "../../server/releases.ts";
import { fail } from "../../tools/publish/fail.ts";
import { explainFailure, publishHere, renewPublished } from "../../tools/publish/publish-here.ts";

const config = loadConfig();
// A public site waits for its owner, who publishes the first version (C7.1).
if (currentRelease(config.releasesDir) !== undefined) await renewPublished(config);
else if (!config.isPublic) {
  // A rehearsal publishes what visitors see already.
  const origin = process.argv[2] === "rehearsal" ? "update" : "command";
  const outcome = await publishHere(config, { contentDir: config.contentDir, origin });
  if (outcome.kind !== "published") fail(explainFailure(outcome));
}
if (process.exitCode === undefined) {
  // Replaces this process, so that signals reach the server and the memory used by publishing is freed.
  const args = [process.execPath, ...serverFlags, `${config.codeDir}/main.js`];
  process.execve?.(process.execPath, args, process.env);
}

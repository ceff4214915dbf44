import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadConfig } from "../server/config.ts";
import { findServedDir } from "../server/releases.ts";
import { formatReport } from "./check-launch/format-report.ts";
import { createLookUp } from "./check-launch/look-up.ts";
import { runLaunchChecks } from "./check-launch/run-checks.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, "dkim-selector": { type: "string" } },
});
const config = loadConfig();
// An installed program builds no trial site, so it checks what visitors see.
const siteDir = existsSync(config.siteDir) ? config.siteDir : findServedDir(config);
const report = await runLaunchChecks(
  { config: { ...config, siteDir }, dkimSelector: values["dkim-selector"] },
  { lookUp: createLookUp(), now: new Date(), nodeVersion: process.versions.node },
);
console.log(values.json ? JSON.stringify(report, null, 2) : formatReport(report));
process.exitCode = report.ready ? 0 : 1;

import { parseArgs } from "node:util";
import { loadConfig } from "../server/config.ts";
import { formatReport } from "./check-launch/format-report.ts";
import { createLookUp } from "./check-launch/look-up.ts";
import { runLaunchChecks } from "./check-launch/run-checks.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, "dkim-selector": { type: "string" } },
});
const report = await runLaunchChecks(
  { config: loadConfig(), dkimSelector: values["dkim-selector"] },
  { lookUp: createLookUp(), now: new Date(), nodeVersion: process.versions.node },
);
console.log(values.json ? JSON.stringify(report, null, 2) : formatReport(report));
process.exitCode = report.ready ? 0 : 1;

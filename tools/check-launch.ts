import { parseArgs } from "node:util";
import { readBuild } from "../server/build-facts.ts";
import { loadConfig } from "../server/config.ts";
import { formatReport } from "./launch/format-report.ts";
import { createLookUp } from "./launch/look-up.ts";
import { runLaunchChecks } from "./launch/run-checks.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, "dkim-selector": { type: "string" } },
});
const config = loadConfig();
const site = readBuild(config.buildDir)?.site;
if (site === undefined) {
  console.error(`Nie ma zbudowanej strony w folderze ${config.buildDir}. Uruchom: npm run build`);
  process.exitCode = 1;
} else {
  const report = await runLaunchChecks(
    { config, site, dkimSelector: values["dkim-selector"] },
    { lookUp: createLookUp(), now: new Date() },
  );
  console.log(values.json ? JSON.stringify(report, null, 2) : formatReport(report));
  process.exitCode = report.ready ? 0 : 1;
}

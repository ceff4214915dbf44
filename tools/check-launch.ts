import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Check, isError, type Problem, signedLine } from "../publishing/checks/problem.ts";
import { loadConfig } from "../server/config.ts";
import { findServedDir } from "../server/releases.ts";
import { createLookUp } from "./check-launch/look-up.ts";
import { runLaunchChecks } from "./check-launch/run-checks.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, "dkim-selector": { type: "string" } },
});
const config = loadConfig();
// An installed program builds no trial site, so it checks what visitors see.
const siteDir = existsSync(config.siteDir) ? config.siteDir : findServedDir(config);
const checks = await runLaunchChecks(
  { config: { ...config, siteDir }, dkimSelector: values["dkim-selector"] },
  { lookUp: createLookUp(), now: new Date(), nodeVersion: process.versions.node },
);
const all = checks.flatMap(({ problems }) => problems);
const ready = !all.some(isError);
console.log(values.json ? JSON.stringify({ ready, checks }, null, 2) : report());
process.exitCode = ready ? 0 : 1;

/** Every check with its problems, then the totals. */
function report(): string {
  const count = (level: Problem["level"]) => all.filter((problem) => problem.level === level).length;
  return [
    ...checks.map(lines),
    `✗ do zrobienia: ${count("error")}, ! warto poprawić: ${count("warning")}, ? nie sprawdzono: ${count("unchecked")}`,
    ready ? "Strona może ruszać." : "Strona nie jest jeszcze gotowa.",
  ].join("\n\n");
}

function lines({ name, problems }: Check): string {
  return [
    name,
    ...(problems.length > 0 ? problems.map((it) => `  ${signedLine(it)}`) : ["  ✓ w porządku"]),
  ].join("\n");
}

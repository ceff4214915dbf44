// A program that reports what it can access, as a decoder running injected code could.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { getPriority, networkInterfaces } from "node:os";

function outcomeOf(act: () => unknown): string {
  try {
    act();
    return "allowed";
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

const [secret = "", workDir = ""] = process.argv.slice(2);
console.log(
  JSON.stringify({
    env: Object.keys(process.env),
    read: outcomeOf(() => readFileSync(secret)),
    write: outcomeOf(() => writeFileSync(`${secret}.new`, "")),
    work: outcomeOf(() => writeFileSync(`${workDir}/new`, "")),
    start: outcomeOf(() => spawnSync("true")),
    interfaces: Object.keys(networkInterfaces()),
    priority: getPriority(),
  }),
);

// Runs under whatever Node the machine has, before anything is installed: only built-in modules here.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const lock = readFileSync("package-lock.json", "utf8");
const stamp = "node_modules/.installed-lock.json";
const installed = existsSync(stamp) && readFileSync(stamp, "utf8") === lock;

if (!installed) {
  console.log("Pobieranie części programu (za pierwszym razem kilka minut)…");
  // Installs what the lock file says. Not `npm ci`: it refuses a lock file without the optional packages of other platforms,
  // which not every registry holds.
  run("npm", ["install", "--no-save", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(stamp, lock);
}

if (process.argv.includes("--browser")) run("node_modules/.bin/node", ["tools/install-browser.ts"]);

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) {
    console.error(`Nie udało się: ${command} ${args.join(" ")}`);
    process.exit(status ?? 1);
  }
}

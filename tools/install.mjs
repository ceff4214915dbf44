// Runs under whatever Node the machine has, before anything is installed: only built-in modules here.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const neededNode = 24;
const lock = readFileSync("package-lock.json", "utf8");
const stamp = "node_modules/.installed-lock.json";
const isInstalled = existsSync(stamp) && readFileSync(stamp, "utf8") === lock;

if (!isInstalled) {
  console.log("Pobieranie części programu (za pierwszym razem kilka minut)…");
  // Not `npm ci`: it refuses a lock file without the optional packages of other platforms, which not every registry holds.
  // `.npmrc` turns install scripts off: nothing that is downloaded runs while it is being installed.
  const include = ["--include=dev", "--include=optional"];
  run("npm", ["install", "--no-save", ...include, "--no-audit", "--no-fund", "--loglevel=error"]);
  checkNode();
  writeFileSync(stamp, lock);
}

if (process.argv.includes("--browser")) run("node", ["tools/install-browser.ts"]);

/**
 * npm puts `node_modules/.bin` first, where the platform's Node package has put its Node. npm also skips an optional package
 * that it cannot download, so its presence has to be checked.
 */
function checkNode() {
  const { stdout } = spawnSync("node", ["--version"], { encoding: "utf8", shell: process.platform === "win32" });
  const version = stdout?.trim() || "brak";
  if (Number(/^v(\d+)\./.exec(version)?.[1]) >= neededNode) return;
  console.error(
    `Strona potrzebuje Node.js ${neededNode} lub nowszego (jest: ${version}). Nie udało się go pobrać jako pakiet: sprawdź połączenie ` +
      "z internetem i spróbuj ponownie. Na macOS i Alpine zainstaluj Node.js samodzielnie.",
  );
  process.exit(1);
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) {
    console.error(`Nie udało się: ${command} ${args.join(" ")}`);
    process.exit(status ?? 1);
  }
}

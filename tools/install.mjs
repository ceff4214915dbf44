// Installs missing packages, then runs the given program: node tools/install.mjs tools/serve.ts
// Runs under any Node version before anything is installed, so it may import only built-in modules.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

const minimumNode = 24;
const isWindows = process.platform === "win32";
const lock = readFileSync("package-lock.json", "utf8");
const installedLock = "node_modules/.installed-lock.json";
const isInstalled = existsSync(installedLock) && readFileSync(installedLock, "utf8") === lock;

if (!isInstalled) {
  console.log("Pobieranie części programu (za pierwszym razem kilka minut)…");
  // Not `npm ci`: it rejects a lock file without the optional packages of other platforms, which not every registry has.
  // `.npmrc` disables install scripts, so nothing that is downloaded runs during the installation.
  const include = ["--include=dev", "--include=optional"];
  const words = ["install", "--no-save", ...include, "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", words, { stdio: "inherit", shell: isWindows });
  if (status !== 0) {
    console.error(`Nie udało się: npm ${words.join(" ")}`);
    process.exit(status ?? 1);
  }
}
linkNode();
if (!isInstalled) {
  checkNode();
  // What Vitest keeps calls helpers by the version of the bundler that made it.
  rmSync("node_modules/.vitest-cache", { recursive: true, force: true });
  writeFileSync(installedLock, lock);
}

const [program, ...args] = process.argv.slice(2);
if (program !== undefined) runProgram(program, args);

/**
 * Restores the link to Node in `node_modules/.bin`, which is first in the PATH of npm scripts. npm 9 removes the link together with
 * the packages of other platforms, which share it.
 */
function linkNode() {
  const link = "node_modules/.bin/node";
  const program = `node-${process.platform}-${process.arch}/bin/node`;
  if (isWindows || existsSync(link) || !existsSync(`node_modules/${program}`)) return;
  rmSync(link, { force: true });
  symlinkSync(`../${program}`, link);
}

/** Checks that Node was installed, because npm silently skips optional packages that it cannot download. */
function checkNode() {
  const { stdout } = spawnSync("node", ["--version"], { encoding: "utf8", shell: isWindows });
  const version = stdout?.trim() || "brak";
  if (Number(/^v(\d+)\./.exec(version)?.[1]) >= minimumNode) return;
  console.error(
    `Strona potrzebuje Node.js ${minimumNode} lub nowszego (jest: ${version}). Nie udało się go pobrać jako pakiet: sprawdź ` +
      "połączenie z internetem i spróbuj ponownie. Na macOS i w Alpine Linux zainstaluj Node.js samodzielnie.",
  );
  process.exit(1);
}

/**
 * Waits for the program and exits with its status. Without this, npm would report an error whenever a signal ends its command, even
 * after a graceful shutdown. In a terminal, Ctrl+C reaches the program directly.
 *
 * @param {string} program @param {string[]} args
 */
function runProgram(program, args) {
  const child = spawn("node", [program, ...args], { stdio: "inherit", shell: isWindows });
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (status) => process.exit(status ?? 1));
}

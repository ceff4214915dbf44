// Installs what is missing, then runs the program that it is given: node tools/install.mjs tools/serve.ts
// Runs under whatever Node the machine has, before anything is installed: only built-in modules here.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

const neededNode = 24;
const isWindows = process.platform === "win32";
const lock = readFileSync("package-lock.json", "utf8");
const installedLock = "node_modules/.installed-lock.json";
const isInstalled = existsSync(installedLock) && readFileSync(installedLock, "utf8") === lock;

if (!isInstalled) {
  console.log("Pobieranie części programu (za pierwszym razem kilka minut)…");
  // Not `npm ci`: it refuses a lock file without the optional packages of other platforms, which not every registry holds.
  // `.npmrc` turns install scripts off: nothing that is downloaded runs while it is being installed.
  const include = ["--include=dev", "--include=optional"];
  run("npm", ["install", "--no-save", ...include, "--no-audit", "--no-fund", "--loglevel=error"]);
}
linkNode();
if (!isInstalled) {
  checkNode();
  writeFileSync(installedLock, lock);
}

const [program, ...words] = process.argv.slice(2);
if (program !== undefined) goOn(program, words);

/**
 * npm puts `node_modules/.bin` first in the path of its scripts, so the Node there is the one that they run. npm 9 takes that
 * link away again: it belongs to the packages of the other platforms too, which it removes.
 */
function linkNode() {
  const link = "node_modules/.bin/node";
  const program = `node-${process.platform}-${process.arch}/bin/node`;
  if (isWindows || existsSync(link) || !existsSync(`node_modules/${program}`)) return;
  rmSync(link, { force: true });
  symlinkSync(`../${program}`, link);
}

/** npm skips an optional package that it cannot download, so its presence has to be checked. */
function checkNode() {
  const { stdout } = spawnSync("node", ["--version"], { encoding: "utf8", shell: isWindows });
  const version = stdout?.trim() || "brak";
  if (Number(/^v(\d+)\./.exec(version)?.[1]) >= neededNode) return;
  console.error(
    `Strona potrzebuje Node.js ${neededNode} lub nowszego (jest: ${version}). Nie udało się go pobrać jako pakiet: sprawdź ` +
      "połączenie z internetem i spróbuj ponownie. Na macOS i w Alpine Linux zainstaluj Node.js samodzielnie.",
  );
  process.exit(1);
}

/**
 * Stays until the program has ended, and ends with its status: npm calls it an error when its command is ended by a signal,
 * however orderly the server under it stopped. At a terminal Ctrl+C reaches the program by itself.
 *
 * @param {string} program @param {string[]} words
 */
function goOn(program, words) {
  const child = spawn("node", [program, ...words], { stdio: "inherit", shell: isWindows });
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (status) => process.exit(status ?? 1));
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: "inherit", shell: isWindows });
  if (status !== 0) {
    console.error(`Nie udało się: ${command} ${args.join(" ")}`);
    process.exit(status ?? 1);
  }
}

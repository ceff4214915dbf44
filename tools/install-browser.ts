import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { findChromium } from "./install-browser/chromium.ts";

// Installs what the tests need besides npm packages: browsers, common fonts, the proxies of deploy/. Uses apt as root on Debian; elsewhere
// Playwright downloads its own Chromium, and tests without their program are skipped with a message.
const places = {
  "chromium-headless-shell": "/usr/bin/chromium-headless-shell",
  "fonts-liberation": "/usr/share/fonts/truetype/liberation",
  "fonts-dejavu-core": "/usr/share/fonts/truetype/dejavu",
  "fonts-roboto-unhinted": "/usr/share/fonts/truetype/roboto",
  "firefox-esr": "/usr/bin/firefox-esr",
  "webkit2gtk-driver": "/usr/bin/WebKitWebDriver",
  xvfb: "/usr/bin/xvfb-run",
  xauth: "/usr/bin/xauth",
  nginx: "/usr/sbin/nginx",
  caddy: "/usr/bin/caddy",
};
const missing = Object.entries(places).filter(([, place]) => !existsSync(place));
const packages = [...(findChromium() ? [] : ["chromium"]), ...missing.map(([name]) => name)];
/** Debian runs this program before a package starts its service; 101 forbids it. The tests start their own proxies. */
const servicePolicy = "/usr/sbin/policy-rc.d";
const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
if (packages.length > 0 && canInstall) installPackages();
if (!findChromium()) run("npx", ["playwright", "install", "--with-deps", "chromium"]);
if (!findChromium()) {
  console.error("The browser tests need Chromium: install the Debian package `chromium` or set CHROME_PATH.");
  process.exit(1);
}

function installPackages(): void {
  console.log(`Installing for the tests: ${packages.join(", ")}.`);
  run("apt-get", ["update", "-qq"]);
  const hadPolicy = existsSync(servicePolicy);
  if (!hadPolicy) writeFileSync(servicePolicy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  run("apt-get", ["install", "-y", "-qq", "-o", "Dpkg::Use-Pty=0", "--no-install-recommends", ...packages]);
  if (!hadPolicy) rmSync(servicePolicy);
}

/** Prints the command's output only if it fails, because apt is verbose. */
function run(command: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" };
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", env });
  if (status !== 0) console.error(`${command} ${args.join(" ")} failed:`, error ?? `${stdout}${stderr}`);
}

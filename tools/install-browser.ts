import { spawnSync } from "node:child_process";
import { findChromium } from "./chromium.ts";

if (!findChromium()) {
  console.log("No Chromium found: installing one for the browser tests.");
  const asRoot = process.getuid?.() === 0;
  if (!asRoot || !installDebianPackage()) run("npx", ["playwright", "install", "--with-deps", "chromium"]);
  if (!findChromium()) {
    console.error(
      "The browser tests need Chromium: install the Debian package `chromium` or set CHROME_PATH.",
    );
    process.exit(1);
  }
}

function installDebianPackage(): boolean {
  return (
    run("apt-get", ["update", "-qq"]) &&
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"])
  );
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] }).status === 0;
}

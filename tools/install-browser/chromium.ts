import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Path of Chromium on this machine (CHROME_PATH, the system's or Playwright's), or undefined. */
export function findChromium(): string | undefined {
  return [process.env.CHROME_PATH ?? "", ...places, chromium.executablePath()].find(
    (path) => path !== "" && existsSync(path),
  );
}

/** Switches for an isolated, quiet Chromium that also starts as root. */
export const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

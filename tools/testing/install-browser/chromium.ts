import { existsSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Finds Chromium on this machine: CHROME_PATH, the system's or Playwright's. */
export function findChromium(): string | undefined {
  return [process.env.CHROME_PATH ?? "", ...places, chromium.executablePath()].find(
    (path) => path !== "" && existsSync(path),
  );
}

/**
 * Finds the headless shell for browser tests, which runs pages with the same code as Chromium in half the CPU time. Falls back to
 * the full Chromium.
 */
export function findHeadlessChromium(): string | undefined {
  const path = "/usr/bin/chromium-headless-shell";
  return !process.env.CHROME_PATH && existsSync(path) ? path : findChromium();
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

/**
 * The same for tests, with less CPU time: about 6 % by drawing in the browser's own process, about 5 % by a single process for the tabs of a
 * context, so that none is kept ready for a site that no test opens. Sites on a domain of their own are under trener.test.
 */
export const testArgs = [
  ...chromiumArgs,
  "--in-process-gpu",
  "--renderer-process-limit=1",
  "--host-resolver-rules=MAP *.trener.test 127.0.0.1",
];

/** Launches the full Chromium of this machine, for screenshots and measurements. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? "", args: chromiumArgs });
}

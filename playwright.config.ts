import { defineConfig, devices } from "@playwright/test";
import { chromiumArgs, findHeadlessChromium } from "./tools/install-browser/chromium.ts";

export default defineConfig({
  testDir: "e2e",
  testIgnore: "faults/**",
  // One more than the cores of the CI machine, because pages often wait.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1200, height: 900 },
    locale: "pl-PL",
    timezoneId: "Europe/Warsaw",
    screenshot: "only-on-failure",
    // Playwright cannot intercept requests that a service worker serves. The tests of the worker allow it.
    serviceWorkers: "block",
    launchOptions: { executablePath: findHeadlessChromium() ?? "", args: chromiumArgs },
  },
});

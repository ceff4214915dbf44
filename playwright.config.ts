import { resolve } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { findHeadlessChromium, testArgs } from "./tools/testing/install-browser/chromium.ts";

// The tests start hundreds of programs, which share their compiled code here.
process.env.NODE_COMPILE_CACHE ??= resolve("node_modules/.cache/compiled");

export default defineConfig({
  testDir: "e2e",
  testIgnore: "faults/**",
  // One more than the cores of the CI machine, because pages often wait.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // A slow, busy machine is no failure.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    // Drawing fewer pixels than usual takes 14 % less CPU time a page.
    viewport: { width: 1024, height: 600 },
    locale: "pl-PL",
    timezoneId: "Europe/Warsaw",
    screenshot: "only-on-failure",
    // Playwright cannot intercept requests that a service worker serves. The tests of the worker allow it.
    serviceWorkers: "block",
    launchOptions: { executablePath: findHeadlessChromium() ?? "", args: testArgs },
  },
});

import { defineConfig } from "@playwright/test";
import config from "../../playwright.config.ts";
import { chromiumArgs, findChromium } from "../../tools/testing/install-browser/chromium.ts";

// Separate from the other browser tests, because text rendering differs slightly between machines.
export default defineConfig(config, {
  testDir: ".",
  use: { launchOptions: { executablePath: findChromium() ?? "", args: chromiumArgs } },
  testIgnore: [],
  testMatch: "*.visual.ts",
  globalTeardown: "./shrink-accepted.ts",
  snapshotPathTemplate: "accepted/{arg}{ext}",
  expect: { toHaveScreenshot: { scale: "device", threshold: 0.05, maxDiffPixelRatio: 0.001 } },
});

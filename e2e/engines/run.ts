import assert from "node:assert/strict";
import { existsSync, globSync } from "node:fs";
import { type SiteProcess, startSite } from "../site-process.ts";
import type { Engine } from "./engine.ts";
import { openFirefox } from "./firefox.ts";
import { picturesCame, visits } from "./smoke-test.ts";
import { openWebKit } from "./webkit.ts";

// node e2e/engines/run.ts [part of an engine's name]: the smoke test in the engines that the Playwright tests do not cover.
const firefoxPath = "/usr/bin/firefox-esr";
const driverPath = "/usr/bin/WebKitWebDriver";
const [miniBrowser] = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser");
const engines: [string, (() => Promise<Engine>) | undefined][] = [
  ["Firefox ESR", existsSync(firefoxPath) ? () => openFirefox(firefoxPath) : undefined],
  [
    "WebKitGTK",
    existsSync(driverPath) && miniBrowser && existsSync("/usr/bin/xvfb-run")
      ? () => openWebKit(driverPath, miniBrowser)
      : undefined,
  ],
];

const wanted = process.argv[2] ?? "";
for (const [name, open] of engines.filter(([name]) => name.includes(wanted))) {
  if (!open)
    console.log(
      `!!! SKIPPED ${name}: install the Debian packages firefox-esr, webkit2gtk-driver, xvfb and xauth (npm test does as root)`,
    );
  else {
    for (const steps of visits) {
      if (!(await take(name, open, steps))) process.exitCode = 1;
    }
  }
}
process.exit();

type Steps = (typeof visits)[number];

async function take(name: string, open: () => Promise<Engine>, steps: Steps): Promise<boolean> {
  const site = await startSite();
  try {
    const engine = await open();
    try {
      return await visit(name, engine, site, steps);
    } finally {
      await engine.close();
    }
  } catch (error) {
    console.log(`FAILED  ${name}`, error);
    return false;
  } finally {
    await site.stop();
  }
}

async function visit(name: string, engine: Engine, site: SiteProcess, steps: Steps): Promise<boolean> {
  let passed = true;
  for (const [part, go] of steps) {
    const start = performance.now();
    try {
      await go({ engine, ...site, stopSite: site.stop });
      await picturesCame(engine);
      assert.deepEqual(await engine.problems(), [], "nothing in the console");
      console.log(`ok      ${name}: ${part} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      passed = false;
      console.log(`FAILED  ${name}: ${part}`, error, await engine.problems().catch(String));
    }
  }
  return passed;
}

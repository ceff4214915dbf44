import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { startSite } from "../e2e/site-process.ts";
import { loadConfig } from "../server/config.ts";
import { chromiumArgs, findChromium } from "../tools/chromium.ts";
import { measureBytes, scriptFiles } from "./bytes.ts";
import { measureDisk, measureEnquiries } from "./enquiries.ts";
import { measureLighthouse } from "./lighthouse.ts";

// Measures the built site on this machine and writes bench/results.json. `--runs 1` for a quick look, 5 for figures to keep.
const { values } = parseArgs({ options: { runs: { type: "string", default: "5" } } });
const runs = Number(values.runs);

const site = await startSite();
const browser = await chromium.launch({ executablePath: findChromium() ?? "", args: chromiumArgs });
const bytes = await measureBytes(browser, site.baseUrl);
await browser.close();
console.table(bytes);

const lighthouse = await measureLighthouse(site.baseUrl, runs);
await site.stop();
console.table(
  lighthouse.map(({ scores, short, ...rest }) => ({ ...rest, ...scores, short: short.join(" ") })),
);

const diskWritesPerSecond = measureDisk();
const enquiries = await measureEnquiries();
console.table(enquiries);
console.log(`The disk takes ${diskWritesPerSecond} writes a second for good.`);

const results = {
  measuredAt: new Date().toISOString(),
  machine: `${cpus().length} x ${cpus()[0]?.model ?? "?"}, Node ${process.version}`,
  lighthouseRuns: runs,
  bytes,
  scripts: await scriptFiles(loadConfig().buildDir),
  lighthouse,
  enquiries,
  diskWritesPerSecond,
};
await writeFile("bench/results.json", `${JSON.stringify(results, null, 2)}\n`);

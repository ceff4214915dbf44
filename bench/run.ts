import { readFile, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { startSite } from "../e2e/site-process.ts";
import { loadConfig } from "../server/config.ts";
import { launchChromium } from "../tools/testing/install-browser/chromium.ts";
import { measureBytes, scriptFiles } from "./bytes.ts";
import { measureCounting } from "./counting.ts";
import { measureDisk, measureEnquiries } from "./enquiries.ts";
import { measureFirstViews } from "./first-view.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureNavigation } from "./navigation.ts";
import { gradeHeaders } from "./observatory.ts";
import { measurePanel } from "./panel.ts";
import { copyPlain } from "./plain-copy.ts";
import { measurePublishing } from "./publishing.ts";
import { measureServer, measureServing } from "./serving.ts";
import { measureTaps } from "./taps.ts";

// Measures the built site on this machine and writes bench/results.json. Use `--runs 1` for a quick look and 5 for figures to keep;
// `--only publishing` repeats only those figures.
const { values } = parseArgs({
  options: { runs: { type: "string", default: "5" }, only: { type: "string" } },
});
const runs = Number(values.runs);
const { codeDir, siteDir } = loadConfig();
const circumstances = {
  measuredAt: new Date().toISOString(),
  machine: `${cpus().length} x ${cpus()[0]?.model ?? "?"}, Node ${process.version}`,
  loadBefore: Number(loadavg()[0]?.toFixed(1)),
  runs,
};
const results: Record<string, unknown> = values.only
  ? { ...JSON.parse(await readFile("bench/results.json", "utf8")), [`${values.only}Alone`]: circumstances }
  : circumstances;

const plainDir = await copyPlain(dirname(siteDir));
const site = await startSite();
const plain = await startSite({ BUILD_DIR: plainDir });
const browser = await launchChromium();
const sites = [
  { name: "plain", baseUrl: plain.baseUrl },
  { name: "ours", baseUrl: site.baseUrl },
];
const place = { browser, sites, runs };

await measure("bytes", () => measureBytes(browser, site.baseUrl));
await measure("firstViews", () =>
  measureFirstViews({ ...place, runs: 3 * runs }, ["/", "/galeria", "/kontakt"]),
);
await measure("taps", () => measureTaps(place));
await measure("navigation", () => measureNavigation(place));
await measure("panel", () => measurePanel(browser, runs));
await browser.close();
await plain.stop();
await rm(plainDir, { recursive: true });
await measure("serving", () => measureServing(site));
await measure("counting", measureCounting);
await measure("observatory", async () => [(await gradeHeaders()) ?? { grade: "not taken" }]);
await measure("lighthouse", () => measureLighthouse(site.baseUrl, runs));
await site.stop();
await measure("server", async () => [await measureServer()]);
await measure("enquiries", measureEnquiries);
await measure("publishing", measurePublishing);
await measure("disk", async () => [{ writesPerSecondForGood: measureDisk() }]);
results.scripts = await scriptFiles(codeDir);
await writeFile("bench/results.json", `${JSON.stringify(results, null, 2)}\n`);

async function measure(what: string, take: () => Promise<readonly object[]>): Promise<void> {
  if (values.only !== undefined && values.only !== what) return;
  const rows = await take();
  results[what] = rows;
  console.log(`\n${what}`);
  console.table(rows);
}

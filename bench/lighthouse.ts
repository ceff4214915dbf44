import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { routes } from "../app/routes.ts";
import { chromiumArgs, findChromium } from "../tools/testing/install-browser/chromium.ts";
import { median } from "./median.ts";

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

interface Report {
  readonly categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  readonly audits: Record<string, { score: number | null; numericValue?: number }>;
}

/** Runs mobile Lighthouse on every page, `runs` times. Throws if half of the attempts give no result. */
export async function measureLighthouse(baseUrl: string, runs: number) {
  const result = [];
  for (const { path } of routes) {
    const reports: Report[] = [];
    // One run in ten records no trace. Lighthouse advises to repeat it.
    for (let left = 2 * runs; reports.length < runs; left--) {
      if (left === 0) throw new Error(`Lighthouse gave too few results for ${path}`);
      const report = await lighthouse(baseUrl + path);
      if (report) reports.push(report);
    }
    result.push(summary(path, reports));
  }
  return result;
}

async function lighthouse(address: string): Promise<Report | undefined> {
  const flags = ["--headless=new", ...chromiumArgs].join(" ");
  const words = [address, "--quiet", "--output=json", `--chrome-flags=${flags}`];
  const options = { env: { ...process.env, CHROME_PATH: findChromium() }, maxBuffer: 100_000_000 };
  const ended = await promisify(execFile)("bench/node_modules/.bin/lighthouse", words, options).catch(
    ({ stderr }) => console.error(stderr),
  );
  return ended && JSON.parse(ended.stdout);
}

function summary(path: string, reports: readonly Report[]) {
  const value = (audit: string) =>
    Math.round(median(reports.map((report) => report.audits[audit]?.numericValue ?? 0)));
  const scores = categories.map((name) => [
    name,
    Math.round(100 * median(reports.map((report) => report.categories[name]?.score ?? 0))),
  ]);
  const short = reports.flatMap((report) =>
    categories.flatMap((name) =>
      (report.categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => id),
    ),
  );
  return {
    path,
    scores: Object.fromEntries(scores),
    firstContentfulPaintMs: value("first-contentful-paint"),
    largestContentfulPaintMs: value("largest-contentful-paint"),
    totalBlockingTimeMs: value("total-blocking-time"),
    /** Audits that keep a category below 100. */
    short: [...new Set(short)],
  };
}

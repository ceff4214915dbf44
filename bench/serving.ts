import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { missingForProxies, startProxy } from "../e2e/faults/proxy-process.ts";
import { type SiteProcess, startSite } from "../e2e/site-process.ts";
import { freePort } from "../server/testing/free-port.ts";
import { median } from "./median.ts";
import { inTurns } from "./slow-phone.ts";

const rounds = 3;
const seconds = 5;

/**
 * Compressed responses per second at 64 connections. Our server (one process) and nginx configured as in `deploy/` (one worker)
 * alternate on the same built files. Empty if wrk or nginx is missing.
 */
export async function measureServing(site: SiteProcess) {
  const missing = missingForProxies(["nginx", "wrk"]);
  if (missing) {
    console.log(missing);
    return [];
  }
  const folder = await mkdtemp(join(tmpdir(), "serving-"));
  const nginx = await startProxy(folder, "nginx-static.conf", { port: await freePort() });
  const sites = [
    { name: "ours", baseUrl: site.baseUrl },
    { name: "nginx", baseUrl: nginx.openUrl },
  ];
  const figures = [];
  for (const path of ["/", "/kontakt", "/robots.txt"]) {
    const seen = await inTurns({ sites, runs: rounds }, async (baseUrl) => [await load(baseUrl + path)]);
    for (const { name: server } of sites) {
      figures.push({
        server,
        path,
        perSecond: Math.round(median(seen(server).map(({ perSecond }) => perSecond))),
        p99Ms: median(seen(server).map(({ p99Ms }) => p99Ms)),
      });
    }
  }
  await nginx.stop();
  await rm(folder, { recursive: true });
  return figures;
}

/** Asynchronous, so that this process keeps reading our server's log. Otherwise the server would buffer it in memory. */
async function load(address: string): Promise<{ perSecond: number; p99Ms: number }> {
  const words = ["-t1", "-c64", `-d${seconds}s`, "--latency", "-H", "Accept-Encoding: br, gzip", address];
  const { stdout: report } = await promisify(execFile)("wrk", words);
  if (/Non-2xx|Socket errors/.test(report)) throw new Error(`${address} failed requests:\n${report}`);
  const [, time = "", unit = ""] = /99%\s+([\d.]+)(us|ms|s)/.exec(report) ?? [];
  const [, perSecond = ""] = /Requests\/sec:\s+([\d.]+)/.exec(report) ?? [];
  return { perSecond: Number(perSecond), p99Ms: Number(time) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? 1) };
}

/**
 * The built server on Linux: time to its first page, and resident memory after that and after 2000 pages. Medians of five starts.
 */
export async function measureServer() {
  const starts: Record<"startMs" | "idleMegabytes" | "warmMegabytes", number>[] = [];
  for (let start = 0; start < 5; start++) {
    const startedAt = performance.now();
    const site = await startSite();
    await (await fetch(site.baseUrl)).text();
    const startMs = performance.now() - startedAt;
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const idleMegabytes = await residentMegabytes(site.pid);
    for (let page = 0; page < 2000; page++) await (await fetch(site.baseUrl)).text();
    starts.push({ startMs, idleMegabytes, warmMegabytes: await residentMegabytes(site.pid) });
    await site.stop();
  }
  const middle = (figure: keyof (typeof starts)[number]) =>
    Math.round(median(starts.map((one) => one[figure])));
  return {
    startMs: middle("startMs"),
    idleMegabytes: middle("idleMegabytes"),
    warmMegabytes: middle("warmMegabytes"),
  };
}

/** The current (VmRSS) or peak (VmHWM) resident memory of a process on Linux; 0 once it has ended. */
export async function residentMegabytes(pid: number, which: "VmRSS" | "VmHWM" = "VmRSS"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}

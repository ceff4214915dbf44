import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startSite } from "/work/wt/numbers/e2e/site-process.ts";
const sites = { before: await startSite({ BUILD_DIR: "/tmp/num/before", LOG_LEVEL: "info" }), after: await startSite({ BUILD_DIR: "/work/wt/numbers/build" }) };
const nav = ["-H","Sec-Fetch-Mode: navigate","-H","Sec-Fetch-Dest: document","-H","Sec-Fetch-Site: none","-H","User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36"];
const seen: Record<string, number[][]> = {};
for (let round = 0; round < 7; round++) for (const [what, path, more] of [["page","/",[]],["page, browser's headers","/",nav],["file","/robots.txt",[]]] as const)
  for (const [name, site] of round % 2 ? Object.entries(sites) : Object.entries(sites).reverse()) {
    const { stdout } = await promisify(execFile)("wrk", ["-t1","-c64","-d3s","--latency","-H","Accept-Encoding: br, gzip",...more, site.baseUrl+path]);
    const [, t="", u=""] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []; const [, r=""] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
    (seen[`${what} ${name}`] ??= []).push([Number(r), Number(t)*({us:.001,ms:1,s:1000} as any)[u]]);
  }
const med = (a: number[]) => a.toSorted((x,y)=>x-y)[Math.floor(a.length/2)];
for (const [k,v] of Object.entries(seen)) console.log(k, "median", Math.round(med(v.map(x=>x[0]))!), "/s p99", med(v.map(x=>x[1]))!.toFixed(1), "best", Math.round(Math.max(...v.map(x=>x[0]))));
for (const s of Object.values(sites)) await s.stop(); process.exit();

import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { killBehindNginx } from "./behind-nginx.ts";
import { singAndStop } from "./canary.ts";
import { confine } from "./confined.ts";
import { gather } from "./crowd.ts";
import type { Extent } from "./extent.ts";
import { flood } from "./flood.ts";
import { killInBurst } from "./kill.ts";
import { jumpClock, refuseCredentials, restartContinues, sulk } from "./mail.ts";
import { sendMalformed } from "./malformed.ts";
import { workBesideVisitors } from "./panel.ts";
import { serveStatically, standBehind } from "./proxies.ts";
import {
  editWhilePublishing,
  fillDiskWhilePublishing,
  publishTwiceAtOnce,
  setClockBackBeforeNotice,
} from "./publishing.ts";
import { killPublishing } from "./publishing-kills.ts";
import { allLogLines } from "./site.ts";
import { attackSlowly } from "./slow.ts";
import { stopInRequest } from "./stop.ts";
import { fillDisk, lockDatabase } from "./storage.ts";
import { killOneOfTwo } from "./two-servers.ts";
import { personalWords } from "./visitors.ts";

const exercises: [string, (extent: Extent) => Promise<string>][] = [
  // The longest first, so that no lane is left with it at the end.
  ["publish, restore and photo intake killed", killPublishing],
  ["mail server in bad moods", sulk],
  ["kill -9 in a burst", killInBurst],
  ["two servers, one killed", killOneOfTwo],
  ["wrong credentials", refuseCredentials],
  ["clock set a day back and forward", jumpClock],
  ["restart", restartContinues],
  ["flood of enquiries", flood],
  ["SIGTERM in mid-request", stopInRequest],
  ["disk full", fillDisk],
  ["database locked", lockDatabase],
  ["canary", singAndStop],
  ["10 000 malformed requests", sendMalformed],
  ["slowloris", attackSlowly],
  ["256 connections", gather],
  ["unprivileged and read-only", confine],
  ["disk full while publishing", fillDiskWhilePublishing],
  ["two publications at once", publishTwiceAtOnce],
  ["edit by hand while publishing", editWhilePublishing],
  ["clock set back before a notice", setClockBackBeforeNotice],
  ["behind nginx", () => standBehind("nginx.conf")],
  ["behind Caddy", () => standBehind("Caddyfile")],
  ["two servers behind nginx, one killed", killBehindNginx],
  ["pages from nginx alone", () => serveStatically("nginx-static.conf")],
  ["pages from Caddy alone", () => serveStatically("Caddyfile.static")],
];

/** Kills whatever publication or photograph this process has begun, so it has the process to itself. */
const alone: typeof exercises = [["exports, publications and uploads beside visitors", workBesideVisitors]];

// node e2e/faults/run.ts [--short] [--seed=1] [part of a name]: real processes, a real mail server, real database files.
const { values, positionals } = parseArgs({
  options: { short: { type: "boolean", default: false }, seed: { type: "string" } },
  allowPositionals: true,
});
const extent = { short: values.short, seed: Number(values.seed ?? Date.now() % 1_000_000) };
const [wanted = ""] = positionals;
console.log(`seed ${extent.seed}`);

process.exitCode = (await runAll()) ? 0 : 1;
// Whatever a failed exercise left running must not keep the course from ending.
process.exit();

async function runAll(): Promise<boolean> {
  const passed: boolean[] = [];
  // Mostly they wait, so three at a time are not too much for a small machine.
  for (const [together, width] of [[exercises, extent.short ? 3 : 1] as const, [alone, 1] as const]) {
    const waiting = together.filter(([name]) => name.includes(wanted)).values();
    const lanes = Array.from({ length: width }, async () => {
      for (const [name, exercise] of waiting) passed.push(await runOne(name, exercise));
    });
    await Promise.all(lanes);
  }
  passed.push(await runOne("logs", keepSilence));
  return passed.every(Boolean);
}

async function runOne(name: string, exercise: (extent: Extent) => Promise<string>): Promise<boolean> {
  const start = performance.now();
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  try {
    const summary = await exercise(extent);
    const outcome = summary.startsWith("!!! SKIPPED") ? "skipped" : "ok     ";
    console.log(`${outcome} ${name} (${seconds()}): ${summary}`);
    return true;
  } catch (error) {
    console.log(`FAILED  ${name} (${seconds()})`, error);
    return false;
  }
}

/** Nothing that any visitor of the course typed is in any line of any server's log. */
async function keepSilence(): Promise<string> {
  const telling = allLogLines.filter((line) => personalWords.test(line));
  assert.deepEqual(telling, []);
  return `${allLogLines.length} lines of all servers, nothing personal in them`;
}

import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { killBehindNginx } from "./behind-nginx.ts";
import { readHostileCalendars } from "./busy-calendars.ts";
import { testCanary } from "./canary.ts";
import { confine } from "./confined.ts";
import { sendCrowd } from "./crowd.ts";
import { bookWithoutMail, changeClocks, floodOfBookings, raceForDates } from "./dates.ts";
import { crowdEntrance } from "./entrance.ts";
import { flood } from "./flood.ts";
import { killInBurst, killWhileSending } from "./kill.ts";
import { breakMailServer, moveClock, refuseCredentials, restartContinues } from "./mail.ts";
import { sendMalformed } from "./malformed.ts";
import { openPanelsWhilePublishing } from "./open-panels.ts";
import { loadPanelBesideVisitors } from "./panel.ts";
import { serveBehindProxy, serveFromStaticHost } from "./proxies.ts";
import {
  editWhilePublishing,
  fillDiskWhilePublishing,
  publishTwiceAtOnce,
  setClockBackBeforeNotice,
} from "./publishing.ts";
import { killPublishing } from "./publishing-kills.ts";
import { killRestores, restoreOnFullDisk } from "./restore-faults.ts";
import type { RunOptions } from "./run-options.ts";
import { allLogLines } from "./site.ts";
import { attackWithSlowConnections } from "./slow.ts";
import { stopInRequest } from "./stop.ts";
import { fillDisk, lockDatabase } from "./storage.ts";
import { killOneOfTwo } from "./two-servers.ts";
import { personalWords } from "./visitors.ts";
import { killWhileCounting } from "./visits.ts";
import { restoreWithdrawnOpinion } from "./withdrawn-opinions.ts";

type Scenario = [string, (options: RunOptions) => Promise<string>];

const scenarios: Scenario[] = [
  // The longest first, so that no lane is still busy with it at the end.
  ["two servers, one killed", killOneOfTwo],
  ["restore killed", killRestores],
  ["mail server in bad moods", breakMailServer],
  ["publish, restore and photo intake killed", killPublishing],
  ["disk full while publishing", fillDiskWhilePublishing],
  ["wrong credentials", refuseCredentials],
  ["kill -9 in a burst", killInBurst],
  ["flood of enquiries", flood],
  ["kill -9 while sending", killWhileSending],
  ["fifty for one date, two servers, kills", raceForDates],
  ["flood of bookings", floodOfBookings],
  ["bookings while the mail server is down", bookWithoutMail],
  ["clock set a day back and forward", moveClock],
  ["restart", restartContinues],
  ["SIGTERM in mid-request", stopInRequest],
  ["disk full", fillDisk],
  ["canary", testCanary],
  ["unprivileged and read-only", confine],
  ["disk full while restoring", restoreOnFullDisk],
  ["two publications at once", publishTwiceAtOnce],
  ["edit by hand while publishing", editWhilePublishing],
  ["clock set back before a notice", setClockBackBeforeNotice],
  ["C1.4 behind nginx", () => serveBehindProxy("nginx.conf")],
  ["C1.4 behind Caddy", () => serveBehindProxy("Caddyfile")],
  ["two servers behind nginx, one killed", killBehindNginx],
  ["pages from nginx alone", serveFromStaticHost],
];

/** They have limits of time or memory. `npm test` runs them at the end, and all others beside the browser tests. */
const measured: Scenario[] = [
  [
    "P1.4 P2.6 T2 T3 strangers in the entrance behind Caddy",
    (options) => crowdEntrance("Caddyfile", options),
  ],
  [
    "P1.4 P2.6 T2 T3 strangers in the entrance behind nginx",
    (options) => crowdEntrance("nginx.conf", options),
  ],
  ["P1.4 P2.6 T2 T3 strangers in the panel's entrance", (options) => crowdEntrance(undefined, options)],
  ["slowloris", attackWithSlowConnections],
  ["database locked", lockDatabase],
  ["10 000 malformed requests", sendMalformed],
  ["256 connections", sendCrowd],
];

/** They take minutes, and what they try is tried by parts elsewhere. */
const long: Scenario[] = [
  ["C6.3 two servers count visits, one killed", killWhileCounting],
  ["C5.3 backups from before a withdrawal", restoreWithdrawnOpinion],
  ["C1.4 twenty open panels and a publication behind nginx", () => openPanelsWhilePublishing("nginx.conf")],
  ["C1.4 twenty open panels and a publication behind Caddy", () => openPanelsWhilePublishing("Caddyfile")],
  ["C3.5 dates while the clocks change", changeClocks],
  ["C4.5 busy calendars that hang, lie, flood and lead elsewhere", readHostileCalendars],
];

/** Runs alone and first, because it kills every publication and upload that this process has started. */
const alone: Scenario[] = [
  ["P1.4 exports, publications and uploads beside visitors", loadPanelBesideVisitors],
];

// node e2e/faults/run.ts [--short [--measured]] [--seed=1] [part of a name]: real processes, a real mail server, real database files.
const { values, positionals } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    measured: { type: "boolean", default: false },
    seed: { type: "string" },
  },
  allowPositionals: true,
});
const options = { short: values.short, seed: Number(values.seed ?? Date.now() % 1_000_000) };
const [wanted = ""] = positionals;
console.log(`seed ${options.seed}`);

process.exitCode = (await runAll()) ? 0 : 1;
// Processes left behind by a failed scenario must not keep this one running.
process.exit();

/** Scenarios with the number that run at a time. They mostly wait, so a small machine can run several. */
function groups(): [Scenario[], number][] {
  if (!values.short) return [[[...alone, ...long, ...measured, ...scenarios], 1]];
  if (!values.measured) return [[scenarios, 2]];
  return [
    [alone, 1],
    [measured, 5],
  ];
}

async function runAll(): Promise<boolean> {
  const passed: boolean[] = [];
  for (const [together, width] of groups()) {
    const waiting = together.filter(([name]) => name.includes(wanted)).values();
    const lanes = Array.from({ length: width }, async () => {
      for (const [name, scenario] of waiting) passed.push(await runOne(name, scenario));
    });
    await Promise.all(lanes);
  }
  passed.push(await runOne("logs", assertLogsArePrivate));
  // An unknown name runs nothing.
  return passed.length > 1 && passed.every(Boolean);
}

async function runOne(name: string, scenario: (options: RunOptions) => Promise<string>): Promise<boolean> {
  const start = performance.now();
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  try {
    const summary = await scenario(options);
    const outcome = summary.startsWith("!!! SKIPPED") ? "skipped" : "ok     ";
    console.log(`${outcome} ${name} (${seconds()}): ${summary}`);
    return true;
  } catch (error) {
    console.log(`FAILED  ${name} (${seconds()})`, error);
    return false;
  }
}

/** No server has logged anything that a visitor typed. */
async function assertLogsArePrivate(): Promise<string> {
  // Times and random ids may happen to contain the digits of a number.
  const technical = /"time":\d+|"requestId":"[0-9a-f]{8}"/g;
  const telling = allLogLines.filter((line) => personalWords.test(line.replace(technical, "")));
  assert.deepEqual(telling, []);
  return `${allLogLines.length} lines of all servers, nothing personal in them`;
}

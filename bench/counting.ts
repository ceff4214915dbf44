import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadConfig, noSettings } from "../server/config.ts";
import { freePort } from "../server/testing/free-port.ts";
import { median, quantile, round } from "./median.ts";

const pairs = 40;
const atOnce = 8;
/** Of a visit: as a browser asks that has none of them, and the least that is counted, where counting costs the most. */
const filesOfAVisit = [16, 1];
const requestsARound = 2000;

/**
 * What counting visits costs a server that eight visitors ask at a time, each page being the beginning of a visit (C6.2). Other work on the machine hides it
 * from pages a second, so one process answers the same requests with counting and without in turns, and the pairs are compared: the
 * processor time of a request by the process's own clock, and the p99 as the visitors see it.
 */
export async function measureCounting() {
  const dataDir = await mkdtemp(join(tmpdir(), "counting-"));
  const port = await freePort();
  const server = fork("process/main.ts", {
    execArgv: ["--import", "./bench/switch-counting.ts"],
    env: {
      ...process.env,
      ...noSettings,
      TRUSTED_PROXIES: "127.0.0.1",
      CANARY: "off",
      PANEL: "off",
      BUILD_DIR: dirname(loadConfig().codeDir),
      DATA_DIR: dataDir,
      PORT: String(port),
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const tell = async (isCounting: boolean) => {
    server.send({ isCounting });
    return (await once(server, "message"))[0] as NodeJS.CpuUsage;
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  await tell(true);
  const script = /data-script="([^"]+)/.exec(await firstPage(baseUrl))?.[1] ?? "";
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

  async function take(files: number, isCounting: boolean) {
    const before = await tell(isCounting);
    const times: number[] = [];
    const visits = Array(Math.round(requestsARound / (files + 1))).keys();
    const visitor = async () => {
      for (const visit of visits) {
        const headers = { ...navigation, "X-Forwarded-For": `192.0.2.${visit % 250}` };
        for (const path of ["/", ...Array<string>(files).fill(script)])
          times.push(await read(baseUrl + path, { agent, headers }));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, visitor));
    const after = await tell(isCounting);
    const microseconds = after.user + after.system - before.user - before.system;
    return { cpu: microseconds / times.length, p99: quantile(times, 0.99) };
  }

  const figures = [];
  for (const files of filesOfAVisit) {
    for (let warming = 0; warming < 6; warming += 1) await take(files, warming % 2 === 0);
    const seen: Seen[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      // Who is first changes, so that a machine that becomes slower is slower for both.
      const first = await take(files, pair % 2 === 0);
      const second = await take(files, pair % 2 !== 0);
      seen.push(pair % 2 === 0 ? { on: first, off: second } : { on: second, off: first });
    }
    figures.push(...compare(files, seen));
  }
  agent.destroy();
  server.kill();
  await once(server, "exit");
  await rm(dataDir, { recursive: true });
  return figures;
}

type Seen = Record<"on" | "off", Record<"cpu" | "p99", number>>;

function compare(files: number, seen: readonly Seen[]) {
  return (["cpu", "p99"] as const).map((what) => {
    const percent = seen.map(({ on, off }) => 100 * (on[what] / off[what] - 1));
    return {
      what: what === "cpu" ? "microseconds of processor time a request" : "p99 in milliseconds",
      filesOfAVisit: files,
      pairs,
      off: round(median(seen.map(({ off }) => off[what]))),
      on: round(median(seen.map(({ on }) => on[what]))),
      morePercent: round(median(percent)),
      middleHalfPercent: `${round(quantile(percent, 0.25))} to ${round(quantile(percent, 0.75))}`,
    };
  });
}

/** Of a browser that followed a link from elsewhere. */
const navigation = {
  "Accept-Encoding": "br, gzip",
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  Referer: "https://www.google.com/",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-Site": "cross-site",
};

/** Returns the milliseconds until the whole answer is there. */
function read(address: string, options: { agent: Agent; headers: object }): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(address, options as object, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${address}: ${answer.statusCode}`));
      answer.resume();
      answer.on("end", () => resolve(performance.now() - startedAt));
    });
    request.on("error", reject);
  });
}

async function firstPage(baseUrl: string): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(baseUrl).catch(() => undefined);
    if (answer) return answer.text();
    if (attempt > 100) throw new Error("the server does not listen");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

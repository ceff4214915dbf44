import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent as PlainAgent, request as requestPlain } from "node:http";
import { request as requestTls, Agent as TlsAgent } from "node:https";
import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { ask, type Target } from "./ask.ts";
import { writeHeaders } from "./owner.ts";

type Attack = Target & {
  siteUrl: string;
  /** How many addresses the strangers have. */
  addresses: number;
  unfinished: number;
  calls: number;
  callsPerSecond: number;
};

/** How often each status was answered, and `broken` for connections without an answer. */
export type Tally = Record<string, number>;

if (process.send && process.argv[1] === import.meta.filename) {
  const [options] = await once(process, "message");
  process.send(await attack(options));
  process.disconnect();
}

/**
 * Strangers hold requests with unfinished bodies open, and meanwhile ask for sign-in options, pages and what the sign-in screen needs.
 * They run in a process of the lowest priority, because on the internet they would take no processor time from the site and its visitors.
 */
export async function sendStrangers(options: Attack): Promise<Tally> {
  const strangers = fork(import.meta.filename);
  setPriority(strangers.pid ?? 0, constants.priority.PRIORITY_LOW);
  strangers.send(options);
  const [tally] = await once(strangers, "message");
  return tally;
}

async function attack(options: Attack): Promise<Tally> {
  const { siteUrl, addresses, unfinished, calls, callsPerSecond, ...target } = options;
  const tally: Tally = {};
  const note = (outcome: string | number) => {
    tally[outcome] = (tally[outcome] ?? 0) + 1;
  };
  const addressOf = (index: number) => `127.1.${(index % addresses) >> 8}.${(index % addresses) & 255}`;
  const Agent = target.baseUrl.startsWith("https:") ? TlsAgent : PlainAgent;
  const agents = new Map<string, PlainAgent>();
  let isOn = true;

  async function holdOn(index: number): Promise<void> {
    await sleep((index / unfinished) * 500);
    for (let turn = index; isOn; turn += unfinished) {
      note(`unfinished ${await sendUnfinished(target, siteUrl, { from: addressOf(turn), at: turn })}`);
      await sleep(500);
    }
  }

  async function call(index: number): Promise<void> {
    const from = addressOf(index);
    const host = new URL(siteUrl).host;
    const forged = { Host: host, Cookie: `panel=${"A".repeat(43)}; __Host-panel=${"A".repeat(43)}` };
    const [path, question] = [
      ["/panel/api/sign-in/options", { method: "POST", headers: writeHeaders(siteUrl), body: "{}" }] as const,
      ["/panel/api/sign-in/options", { method: "POST", headers: writeHeaders(siteUrl), body: "{}" }] as const,
      ["/panel/api/door", { headers: forged }] as const,
      ["/panel/zapytania", { headers: forged }] as const,
    ][index % 4] ?? ["/panel/", {}];
    const agent = agents.get(from) ?? new Agent({ keepAlive: true, maxSockets: addresses === 1 ? 20 : 1 });
    agents.set(from, agent);
    await ask(target, path, { ...question, from, agent }).then(
      ({ status }) => note(status),
      () => note("broken"),
    );
  }

  for (let index = 0; index < unfinished; index += 1) void holdOn(index);
  const startedAt = performance.now();
  const sending: Promise<void>[] = [];
  for (let index = 0; index < calls; index += 1) {
    const dueMs = startedAt + (index / callsPerSecond) * 1000 - performance.now();
    if (dueMs > 1) await sleep(dueMs);
    sending.push(call(index));
  }
  await Promise.all(sending);
  isOn = false;
  return tally;
}

/** Sends the beginning of a body and waits until the server gives up; returns its status. */
function sendUnfinished(
  { baseUrl, ca }: Target,
  siteUrl: string,
  { from, at }: { from: string; at: number },
): Promise<string> {
  const paths = ["sign-in", "links/claim", "recovery"];
  const request = baseUrl.startsWith("https:") ? requestTls : requestPlain;
  return new Promise((resolve) => {
    const sent = request(new URL(`/panel/api/${paths[at % paths.length]}`, baseUrl), {
      method: "POST",
      headers: { ...writeHeaders(siteUrl), "Content-Length": "500" },
      localAddress: from,
      family: 4,
      agent: false,
      ca,
    });
    sent.on("response", (answer) => {
      resolve(String(answer.statusCode));
      sent.destroy();
    });
    sent.on("error", () => resolve("broken"));
    sent.write('{"credential":');
  });
}

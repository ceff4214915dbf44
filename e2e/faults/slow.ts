import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "./evidence.ts";
import type { RunOptions } from "./run-options.ts";
import { startSite, withFolder } from "./site.ts";

const attackers = 500;
const goalMs = 200;

/** Slowloris: hundreds of connections that send a byte a second are cut off, and pages are served as usual meanwhile. */
export async function attackWithSlowConnections({ short }: RunOptions): Promise<string> {
  return withFolder(async (dataDir) => {
    const site = await startSite({ dataDir });
    const calmMs: number[] = [];
    while (calmMs.length < 50) calmMs.push(await timePage(site.baseUrl));
    const head = "GET / HTTP/1.1\r\nHost: a\r\nX: ";
    const body =
      "POST /kontakt HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n";
    // The limit for a body is half a minute, which short runs do not wait for.
    const beginnings = short ? [head] : [head, body];
    const sockets = await Promise.all(
      Array.from({ length: attackers }, (_, at) =>
        drip(site.port, beginnings[at % beginnings.length] ?? head),
      ),
    );
    const timesMs: number[] = [];
    const areCutOff = async () => {
      timesMs.push(await timePage(site.baseUrl));
      return sockets.every(({ closed }) => closed);
    };
    await sleep(1000);
    assert.ok(
      sockets.every(({ closed }) => !closed),
      "all of them hold on at first",
    );
    await until("the slow are cut off", areCutOff, short ? 60_000 : 90_000);
    assert.equal(await site.stop(), 0);
    const told = `${timesMs.length} pages, ${tellTimes(timesMs)} (goal ${goalMs} ms; before the attack ${tellTimes(calmMs)})`;
    return `${attackers} slow connections cut off; meanwhile ${told}`;
  });
}

function tellTimes(timesMs: readonly number[]): string {
  const sorted = timesMs.toSorted((a, b) => a - b);
  return `median ${Math.round(sorted[sorted.length >> 1] ?? 0)} ms, worst ${Math.round(sorted.at(-1) ?? 0)} ms`;
}

async function drip(port: number, beginning: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(beginning);
  const timer = setInterval(() => socket.write("a"), 1000);
  socket.once("close", () => clearInterval(timer));
  socket.resume();
  return socket;
}

/** Uses a new connection, as a new visitor does. */
async function timePage(baseUrl: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${baseUrl}/oferta`, {
    headers: { Connection: "close" },
    signal: AbortSignal.timeout(30_000),
  });
  assert.equal(response.status, 200);
  await response.text();
  return performance.now() - start;
}

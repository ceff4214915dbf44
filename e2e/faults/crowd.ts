import assert from "node:assert/strict";
import { Agent, get } from "node:http";
import type { RunOptions } from "./run-options.ts";
import { startSite, withFolder } from "./site.ts";

const connections = 256;

/** 256 connections request pages without a pause. Every response is correct and complete. */
export async function sendCrowd({ short }: RunOptions): Promise<string> {
  const durationMs = short ? 4000 : 30_000;
  return withFolder(async (dataDir) => {
    const site = await startSite({ dataDir });
    const paths = ["/", "/oferta", "/galeria", "/osiagniecia", "/kontakt", "/nie-ma", "/robots.txt"];
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const ask = (path: string) => fetchWhole(new URL(path, site.baseUrl), agent);
    const expected = new Map<string, string>();
    for (const path of paths) expected.set(path, await ask(path));

    const end = performance.now() + durationMs;
    let answered = 0;
    const visitor = async (_: unknown, at: number) => {
      for (let turn = at; performance.now() < end; turn += 1) {
        const path = paths[turn % paths.length] ?? "/";
        assert.equal(await ask(path), expected.get(path), path);
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, visitor));
    const memoryBytes = site.memoryBytes();
    agent.destroy();
    assert.equal(await site.stop(), 0);
    return `${answered} requests in ${durationMs / 1000} s on ${connections} connections, none failed; ${Math.round(memoryBytes / 1e6)} MB at the end`;
  });
}

/** Status, length and type of a response in one line. Rejects if it breaks off or times out. */
function fetchWhole(url: URL, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, timeout: 20_000, headers: { "Accept-Encoding": "br" } }, (response) => {
      let sizeBytes = 0;
      response.on("data", (chunk) => {
        sizeBytes += chunk.length;
      });
      response.on("error", reject);
      response.on("end", () =>
        resolve(`${response.statusCode} ${sizeBytes} bytes of ${response.headers["content-type"]}`),
      );
    });
    request.on("timeout", () => request.destroy(new Error(`no answer to ${url.pathname}`)));
    request.on("error", reject);
  });
}

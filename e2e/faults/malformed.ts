import assert from "node:assert/strict";
import { connect } from "node:net";
import { seededRandom } from "../../tools/panel/testing/fill-demo.ts";
import { createFuzzer } from "./fuzzer.ts";
import type { RunOptions } from "./run-options.ts";
import { startSite, withFolder } from "./site.ts";

const seed = 20_260_110;
const maxGrowthBytes = 64 * 1024 * 1024;

/** Malformed requests on raw sockets: each is rejected or its connection closed, and the site keeps working. */
export async function sendMalformed({ short }: RunOptions): Promise<string> {
  const count = short ? 2000 : 10_000;
  return withFolder(async (dataDir) => {
    const site = await startSite({ dataDir });
    const makeRequest = createFuzzer(seededRandom(seed));
    const requests = Array.from({ length: count }, makeRequest);
    const answers = new Map<string, number>();
    const sendAll = async (chosen: typeof requests) => {
      const waiting = chosen.values();
      const lanes = Array.from({ length: 50 }, async () => {
        for (const { bytes, maybeGood } of waiting) {
          const answer = judge(await exchange(site.port, bytes), maybeGood, bytes);
          answers.set(answer, (answers.get(answer) ?? 0) + 1);
        }
      });
      await Promise.all(lanes);
    };
    await sendAll(requests.slice(0, count / 2));
    const halfwayBytes = site.memoryBytes();
    await sendAll(requests.slice(count / 2));
    const grownBytes = site.memoryBytes() - halfwayBytes;
    assert.ok(grownBytes < maxGrowthBytes, `memory grew by ${grownBytes} bytes`);
    for (const path of ["/", "/oferta", "/kontakt"]) {
      const page = await fetch(site.baseUrl + path);
      assert.equal(page.status, 200);
      assert.match(await page.text(), /<h1/);
    }
    assert.equal(await site.stop(), 0);
    const told = [...answers]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([answer, times]) => `${times} x ${answer}`);
    return `${count} requests (seed ${seed}): ${told.join(", ")}; ${Math.round(grownBytes / 1e6)} MB grown in the second half`;
  });
}

/** The response up to the end of the connection, which the server must close after any such request. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect({ port, host: "127.0.0.1", timeout: 30_000 }, () => socket.end(bytes));
    socket.setEncoding("latin1");
    socket.on("data", (text) => {
      received += text;
    });
    socket.on("timeout", () =>
      reject(new Error(`left open: ${JSON.stringify(bytes.toString("latin1", 0, 200))}`)),
    );
    // A reset closes the connection as well.
    socket.on("error", () => {});
    socket.on("close", () => resolve(received));
  });
}

function judge(received: string, maybeGood: boolean, bytes: Buffer): string {
  if (received === "") return "closed";
  const [, status = ""] = /^HTTP\/1\.1 (\d{3}) [\w ]+\r\n/.exec(received) ?? [];
  const sane = maybeGood ? /^[1-4]\d\d$/ : /^4\d\d$/;
  assert.match(
    status,
    sane,
    `${JSON.stringify(bytes.toString("latin1", 0, 300))} got ${received.slice(0, 300)}`,
  );
  return maybeGood && !status.startsWith("4") ? "good after all" : status;
}

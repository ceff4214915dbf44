import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { assertNothingLost, readSqlite, until } from "./evidence.ts";
import { startSite, withFolder } from "./site.ts";
import { newVisit, sendAll } from "./visitors.ts";

/** SIGTERM while one enquiry is half received and others arrive. The server finishes accepted requests and exits. */
export async function stopInRequest(): Promise<string> {
  return withFolder(async (dataDir) => {
    const site = await startSite({ dataDir });
    const burst = Array.from({ length: 200 }, newVisit);
    const slow = newVisit();
    const finishSlow = await sendHalf(site.port, JSON.stringify({ ...slow.body, key: slow.key }));
    const sending = sendAll(burst, () => site.baseUrl);
    // Its connection is older than theirs, so it was accepted.
    await until("the burst is on", () => burst.some(({ references }) => references.size > 0));
    const stopping = site.stop();
    await sleep(200);
    const answer = await finishSlow();
    assert.match(answer, /^HTTP\/1\.1 201 /, "the half-received enquiry is finished");
    slow.references.add(String(/"reference":"([^"]+)"/.exec(answer)?.[1]));
    await sending;
    assert.equal(await stopping, 0);
    assertNothingLost(readSqlite(dataDir), [...burst, slow]);
    const confirmed = burst.filter(({ references }) => references.size > 0).length;
    return `the half-received enquiry and ${confirmed} of 200 others were confirmed and stored, exit code 0`;
  });
}

/** Sends a request up to the middle of its body; returns a function that sends the rest and waits for the answer. */
async function sendHalf(port: number, body: string): Promise<() => Promise<string>> {
  const bytes = Buffer.from(body);
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  const lines = [
    "POST /api/enquiries HTTP/1.1",
    "Host: 127.0.0.1",
    "Content-Type: application/json",
    `Content-Length: ${bytes.length}`,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  socket.write(bytes.subarray(0, 20));
  return async () => {
    socket.write(bytes.subarray(20));
    await once(socket, "close");
    return answer;
  };
}

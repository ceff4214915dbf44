import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { SubmitResult } from "../enquiries/submit.server.ts";
import { ask, sendRaw, statusLine, statusOf } from "./testing/http-client.ts";
import { serveFixture } from "./testing/site-fixture.ts";

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const accepted: SubmitResult = { kind: "accepted", reference: "7K3M-9QXR" };
const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** A `submit` that waits until the test sets its result. */
function heldSubmit() {
  const called = Promise.withResolvers<void>();
  const result = Promise.withResolvers<SubmitResult>();
  return {
    called: called.promise,
    finish: result.resolve,
    submit() {
      called.resolve();
      return result.promise;
    },
  };
}

describe("slow clients", () => {
  const limits = { headersTimeoutMs: 100, requestTimeoutMs: 150, checkIntervalMs: 20 };

  test.each([
    ["a head that never ends", "GET / HTTP/1.1\r\nHost: localhost\r\nA: "],
    ["a body that never comes", "POST /kontakt HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"],
    [
      "a body that never ends",
      "POST /kontakt HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\nname",
    ],
  ])("%s is answered with 408 or 415 and cut off", async (_what, bytes) => {
    const { port, submissions } = await serveFixture({ limits });
    expect(statusLine(await sendRaw(port, bytes))).toMatch(/^HTTP\/1\.1 (?:408|415) /);
    expect(submissions).toEqual([]);
  });

  test("a client that sends nothing is cut off", async () => {
    const { port } = await serveFixture({ limits });
    expect(statusLine(await sendRaw(port, ""))).toBe("HTTP/1.1 408 Request Timeout");
  });

  test("a client without a further request is cut off after the answer", async () => {
    const { port } = await serveFixture({ limits: { keepAliveTimeoutMs: 50 } });
    expect(statusLine(await sendRaw(port, request("/")))).toBe("HTTP/1.1 200 OK");
  });

  test("a client that does not read the answer is cut off", async () => {
    const large = Buffer.alloc(20 * 1024 * 1024);
    const limits = { idleTimeoutMs: 2000, maxConnections: 1 };
    const { port } = await serveFixture({ files: { "pictures/large-1a2b3c.jpg": large }, limits });
    const socket = await open(port);
    const closed = once(socket, "close");
    socket.write(request("/pictures/large-1a2b3c.jpg"));
    socket.pause();
    // The only allowed connection is free again once the slow one has been cut off.
    await expect.poll(() => statusOf(port, "/")).toBe(200);
    let receivedBytes = 0;
    socket.on("data", (chunk) => {
      receivedBytes += chunk.length;
    });
    socket.resume();
    await closed;
    expect(receivedBytes).toBeLessThan(large.length);
  });
});

describe("an answer", () => {
  const large = Buffer.alloc(20 * 1024 * 1024);
  const files = { "pictures/large-1a2b3c.jpg": large };

  /** Reads the answer slowly until it is cut off; returns what arrived. */
  async function readSlowly(port: number): Promise<number> {
    const socket = await open(port);
    let receivedBytes = 0;
    socket.on("data", (chunk) => {
      receivedBytes += chunk.length;
      socket.pause();
    });
    const timer = setInterval(() => socket.resume(), 20);
    socket.write(request("/pictures/large-1a2b3c.jpg"));
    await once(socket, "close");
    clearInterval(timer);
    return receivedBytes;
  }

  test("that is read very slowly is cut off in the end", async () => {
    const limits = { answerTimeoutMs: 100, minAnswerBytesPerSecond: 1e9, checkIntervalMs: 20 };
    const { port } = await serveFixture({ files, limits });
    expect(await readSlowly(port)).toBeLessThan(large.length);
  });

  test("may take longer the larger it is", async () => {
    // The answer must begin within that time, even on a busy machine.
    const limits = { answerTimeoutMs: 3000, minAnswerBytesPerSecond: 1e6, checkIntervalMs: 10 };
    const { port } = await serveFixture({ files, limits });
    const socket = await open(port);
    socket.write(request("/pictures/large-1a2b3c.jpg"));
    await sleep(3500);
    let receivedBytes = 0;
    socket.on("data", (chunk) => {
      receivedBytes += chunk.length;
      if (receivedBytes > large.length) socket.destroy();
    });
    await once(socket, "close");
    expect(receivedBytes).toBeGreaterThan(large.length);
  });

  test("sent in time leaves the connection open", async () => {
    const limits = { answerTimeoutMs: 3000, checkIntervalMs: 10 };
    const { port } = await serveFixture({ limits });
    const socket = await open(port);
    for (let asked = 0; asked < 2; asked += 1) {
      socket.write(request("/"));
      const [answer] = await once(socket, "data");
      expect(statusLine(String(answer))).toBe("HTTP/1.1 200 OK");
      await sleep(3500);
    }
    socket.destroy();
  });
});

describe("connections", () => {
  test("over the limit are closed, and accepted again once others end", async () => {
    const { port } = await serveFixture({ limits: { maxConnections: 2 } });
    const held = [await open(port), await open(port)];
    await expect(ask(port, "/")).rejects.toMatchObject({ code: "ECONNRESET" });
    held[0]?.destroy();
    await expect.poll(() => statusOf(port, "/")).toBe(200);
    held[1]?.destroy();
  });

  test("carry several requests, and end with a broken one", async () => {
    const { port } = await serveFixture();
    const socket = await open(port);
    const closed = once(socket, "close");
    for (const [path, answer] of [
      ["/", "200 OK"],
      ["/nie-ma", "404 Not Found"],
    ] as const) {
      socket.write(request(path));
      const [bytes] = await once(socket, "data");
      expect(statusLine(String(bytes))).toBe(`HTTP/1.1 ${answer}`);
    }
    socket.write("nonsense\r\n\r\n");
    const [bytes] = await once(socket, "data");
    expect(statusLine(String(bytes))).toBe("HTTP/1.1 400 Bad Request");
    await closed;
  });

  test("T3 with thousands of requests at once are cut off, and few of these are worked on", async () => {
    let asked = 0;
    const free = async () => {
      asked += 1;
      return [];
    };
    const { port } = await serveFixture({ appointments: { free } });
    await sendRaw(port, request("/api/slots").repeat(1000));
    expect(asked).toBeLessThan(50);
    expect((await ask(port, "/")).status).toBe(200);
  });

  test("a visitor who hangs up while sending a form does no harm", async () => {
    const { port, submissions, logLines } = await serveFixture();
    const socket = await open(port);
    socket.write("POST /kontakt HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n");
    socket.write("Content-Length: 100\r\n\r\nname=Ala");
    socket.destroySoon();
    await once(socket, "close");
    await expect.poll(() => logLines.some((line) => line.includes('"status":400'))).toBe(true);
    expect(submissions).toEqual([]);
    expect((await ask(port, "/")).status).toBe(200);
  });
});

test("a port in use rejects the call", async () => {
  const { port } = await serveFixture();
  const other = await serveFixture();
  await other.server.close();
  await expect(other.server.listen({ host: "127.0.0.1", port })).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
});

describe("closing", () => {
  test("finishes the request in progress, tells its client to close, and accepts no other", async () => {
    const { called, finish, submit } = heldSubmit();
    const { port, server } = await serveFixture({ submit });
    const answer = ask(port, "/kontakt", {
      method: "POST",
      headers: { ...form, Connection: "keep-alive" },
      body: "name=Ala",
    });
    await called;
    const closed = server.close();
    await expect(ask(port, "/")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    finish(accepted);
    expect(await answer).toMatchObject({ status: 303, headers: { connection: "close" } });
    await closed;
  });

  test("finishes a request that arrives on an existing connection", async () => {
    const { called, finish, submit } = heldSubmit();
    const { port, server } = await serveFixture({ submit });
    const held = ask(port, "/kontakt", { method: "POST", headers: form, body: "name=Ala" });
    const early = await open(port);
    await called;
    const closed = server.close();
    const chunks: Buffer[] = [];
    early.on("data", (chunk) => chunks.push(chunk));
    early.write(request("/oferta"));
    await once(early, "close");
    expect(statusLine(Buffer.concat(chunks).toString())).toBe("HTTP/1.1 200 OK");
    finish(accepted);
    await held;
    await closed;
  });

  test("finishes a download that has begun", async () => {
    const large = Buffer.alloc(20 * 1024 * 1024);
    const { port, server } = await serveFixture({ files: { "pictures/large-1a2b3c.jpg": large } });
    const socket = await open(port);
    socket.write(request("/pictures/large-1a2b3c.jpg"));
    const [first] = await once(socket, "data");
    let receivedBytes = first.length;
    socket.on("data", (chunk) => {
      receivedBytes += chunk.length;
    });
    const closed = server.close();
    await once(socket, "close");
    await closed;
    expect(receivedBytes).toBeGreaterThan(large.length);
  });

  test("does not wait for connections without a request", async () => {
    const { port, server } = await serveFixture();
    const silent = await open(port);
    const served = await open(port);
    served.write(request("/"));
    await once(served, "data");
    await server.close();
    silent.resume();
    if (!silent.closed) await once(silent, "close");
    expect(silent.closed).toBe(true);
  });

  test("cuts off what takes too long", async () => {
    const { called, submit } = heldSubmit();
    const { port, server } = await serveFixture({ submit, limits: { drainTimeoutMs: 50 } });
    const answer = ask(port, "/kontakt", { method: "POST", headers: form, body: "name=Ala" });
    const failure = expect(answer).rejects.toMatchObject({ code: "ECONNRESET" });
    await called;
    await server.close();
    await failure;
  });
});

import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeEach, expect, test } from "vitest";
import { createInbox } from "../../enquiries/owner/inbox.server.ts";
import { openDatabase } from "../../enquiries/storage/database.server.ts";
import { anEnquiry, createTestClock, createTestLog } from "../../enquiries/testing/fixtures.ts";
import { createTestStore, mailHost } from "../../enquiries/testing/open-inbox.ts";
import { createHttpServer } from "../../server/http-server.ts";
import { siteUrl, startPanel } from "./testing/panel-fixture.ts";

let panel: Awaited<ReturnType<typeof startPanel>>;
beforeEach(async () => {
  panel = await startPanel();
});

const add = (database = panel.database) =>
  createTestStore(database).accept({ enquiry: anEnquiry, key: randomUUID(), reasons: [], canary: false });

type Browser = ReturnType<typeof panel.createBrowser>;
/** One of several devices: a link would end the sessions of the others. */
async function signIn(): Promise<Browser> {
  const session = { passkeyId: null, deviceName: "Telefon", beganWith: "link" } as const;
  const browser = panel.createBrowser();
  browser.cookie = `__Host-panel=${(await panel.accounts.sessions.begin(session)).token}`;
  return browser;
}

/** The words of an event stream, one revision at a time; undefined once it has ended. */
async function listen(browser: Browser) {
  const answer = await browser.get("/panel/api/live");
  expect([
    answer.status,
    answer.headers.get("Content-Type"),
    answer.headers.get("X-Accel-Buffering"),
  ]).toEqual([200, "text/event-stream", "no"]);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  async function next(): Promise<string | undefined> {
    const { done, value = "" } = (await reader?.read()) ?? { done: true };
    if (done) return undefined;
    return /^data: (.*)$/m.exec(value)?.[1] ?? next();
  }
  return { next, first: await next(), cancel: () => reader?.cancel() };
}

test("C1.4 an open panel hears of a new enquiry, of another device and of another process, and can ask what it saw", async () => {
  const browser = await signIn();
  const { next, first, cancel } = await listen(browser);
  const counts = async () => (await browser.get("/panel/api/enquiries/counts")).json();
  expect(await counts()).toMatchObject({ today: 0, revision: first });
  const { reference } = await add();
  const second = await next();
  expect(await counts()).toMatchObject({ today: 1, revision: second });
  const state = { from: "new", state: "in-contact" };
  const address = `/panel/api/enquiries/${reference}/state`;
  await (await signIn()).write(address, state, { method: "PUT" });
  const third = await next();
  expect(third).not.toBe(second);
  const other = await openDatabase({ dataDir: panel.dataDir, log: createTestLog() });
  await add(other);
  expect(await next()).not.toBe(third);
  const options = { dataDir: panel.dataDir, clock: createTestClock(), mailHost, onQueued: () => {} };
  await createInbox({ database: other, ...options }).setReminder(reference, null);
  expect(await next()).toBe((await counts()).revision);
  await other.close();
  await cancel();
});

test("C1.4 T10 a stream ends with its session, and a stranger gets none", async () => {
  const browser = await signIn();
  const { next } = await listen(browser);
  await browser.write("/panel/api/sign-out");
  expect(await next()).toBeUndefined();
  expect((await browser.get("/panel/api/live")).status).toBe(401);
});

test("C1.4 a closing server ends the streams and opens no other", async () => {
  const browser = await signIn();
  const { next } = await listen(browser);
  panel.live.stop();
  expect(await next()).toBeUndefined();
  expect((await browser.get("/panel/api/live")).status).toBe(503);
});

test("C1.4 P1.4 streams take none of the places for requests, and the 61st is told to ask instead", async () => {
  const browser = await signIn();
  const streams: Awaited<ReturnType<typeof listen>>[] = [];
  for (let tab = 0; tab < 60; tab += 1) streams.push(await listen(browser));
  expect((await browser.get("/panel/api/enquiries/counts")).status).toBe(200);
  expect((await browser.get("/panel/api/live")).status).toBe(503);
  await streams.pop()?.cancel();
  const another = await listen(browser);
  await add();
  expect(await another.next()).not.toBe(another.first);
  for (const { cancel } of [...streams, another]) await cancel();
});

test("C1.4 twenty open panels cost the server less than 2 MB", async () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  const browsers = await Promise.all(Array.from({ length: 20 }, signIn));
  const log = { ...createTestLog(), fatal() {} } as never;
  const server = createHttpServer(
    (request) => {
      const cookie = request.headers.get("Cookie") ?? "";
      return panel.request(siteUrl + new URL(request.url).pathname, { headers: { Cookie: cookie } });
    },
    { log, isProxy: () => true },
  );
  const port = await server.listen({ host: "127.0.0.1", port: 0 });

  async function open(cookie: string) {
    const socket = connect(port, "127.0.0.1");
    let heard = "";
    socket.on("data", (bytes) => {
      heard += bytes;
    });
    socket.write(`GET /panel/api/live HTTP/1.1\r\nHost: studio.example\r\nCookie: ${cookie}\r\n\r\n`);
    await expect.poll(() => heard).toContain("data: ");
    return { socket, heard: () => heard.match(/data: /g)?.length };
  }
  const used = () => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  // What a first connection loads is no cost of a panel.
  (await open(browsers[0]?.cookie ?? "")).socket.destroy();
  const before = used();
  const panels = await Promise.all(browsers.map(({ cookie }) => open(cookie)));
  await add();
  for (const { heard } of panels) await expect.poll(heard).toBe(2);
  // The browsers' ends of the connections are counted, too.
  expect(used() - before).toBeLessThan(2 * 1024 * 1024);
  for (const { socket } of panels) socket.destroy();
  panel.live.stop();
  await server.close();
});

import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Session } from "../../accounts/sessions.ts";
import { dayMs } from "../../enquiries/clock.ts";
import type { PanelEnv } from "./env.ts";
import { idempotency } from "./idempotency.ts";

/** An application whose writes answer with their number and as many bytes as their path says. */
function setUp() {
  let [written, time] = [0, 0];
  const app = new Hono<PanelEnv>()
    .use((c, next) => {
      c.set("session", { id: "session" } as Session);
      return next();
    })
    .use(idempotency({ monotonicMs: () => time }))
    .post("/:bytes", (c) => {
      written += 1;
      return c.body(`${written}`.padEnd(Number(c.req.param("bytes"))), 201, { "Set-Cookie": `n=${written}` });
    });
  return {
    send: (key: number, bytes = 1) =>
      app.request(`/${bytes}`, {
        method: "POST",
        headers: { "Idempotency-Key": String(key).padStart(16, "0") },
      }),
    pass(ms: number) {
      time += ms;
    },
  };
}

test("T13 a repeat that arrives just as the first write is done changes nothing", async () => {
  const { send } = setUp();
  for (let key = 1; key <= 60; key += 1) {
    const first = send(key);
    // One turn of the microtask queue later for each key.
    for (let turn = 1; turn < key; turn += 1) await undefined;
    expect(await numberOf(send(key))).toBe(await numberOf(first));
  }
});

const numberOf = async (answer: Response | Promise<Response>) => Number(await (await answer).text());

test("P2.6 T13 a repeat gets the first answer with its headers, for a day", async () => {
  const { send, pass } = setUp();
  expect(await numberOf(send(1))).toBe(1);
  pass(dayMs - 1_000);
  const repeated = await send(1);
  expect([repeated.status, repeated.headers.get("Set-Cookie")]).toEqual([201, "n=1"]);
  expect(await numberOf(repeated)).toBe(1);
  pass(1_000);
  expect(await numberOf(send(1))).toBe(2);
});

test("at most 4 MiB of answers are kept, the newest", async () => {
  const { send } = setUp();
  const megabyte = 1024 * 1024;
  for (let key = 1; key <= 5; key += 1) expect(await numberOf(send(key, megabyte))).toBe(key);
  for (const key of [3, 4, 5]) expect(await numberOf(send(key, megabyte))).toBe(key);
  expect(await numberOf(send(1, megabyte))).toBe(6);
});

test("an answer made again after it was dropped is kept for a day of its own", async () => {
  const { send, pass } = setUp();
  const megabyte = 1024 * 1024;
  await send(1, megabyte);
  pass(0.5 * dayMs);
  for (const key of [2, 3, 4, 5]) await send(key, megabyte);
  expect(await numberOf(send(1, megabyte))).toBe(6);
  pass(0.7 * dayMs);
  expect(await numberOf(send(1, megabyte))).toBe(6);
});

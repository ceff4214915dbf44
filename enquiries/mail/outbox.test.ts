import { afterEach, beforeEach, expect, test } from "vitest";
import { dayMs, hourMs, minuteMs, secondMs } from "../clock.ts";
import { type Database, openDatabase } from "../storage/database.server.ts";
import type { OutboxTable } from "../storage/tables.server.ts";
import { createTestClock, createTestLog, makeTemporaryFolder } from "../testing/fixtures.ts";
import { type MailServer, startMailServer } from "../testing/mail-server.ts";
import { paragraph } from "./email-message.server.ts";
import { createMailer, type SendResult } from "./mailer.server.ts";
import { createOutbox } from "./outbox.server.ts";
import { createQueue, enqueue, type QueuedMessage } from "./queue.server.ts";

let folder: ReturnType<typeof makeTemporaryFolder>;
let database: Database;
let server: MailServer;
let clock: ReturnType<typeof createTestClock>;
let log: ReturnType<typeof createTestLog>;

beforeEach(async () => {
  folder = makeTemporaryFolder();
  log = createTestLog();
  clock = createTestClock();
  database = await openDatabase({ dataDir: folder.path, log });
  server = await startMailServer();
});

afterEach(async () => {
  await database.close();
  await server.stop();
  folder.remove();
});

const from = { name: "Studio", address: "kontakt@studio.example" };
const email = {
  from,
  to: { name: "", address: "ala@poczta.example" },
  subject: "Próba",
  blocks: [paragraph("Tak")],
};
const compose = async ({ id }: QueuedMessage) => ({ ...email, subject: id });

// The server of the test answers within it even on a busy machine.
const minFairTimeoutMs = 3 * secondMs;

function createWorker({
  smtpUrl = server.url,
  send,
}: {
  smtpUrl?: string;
  send?: () => Promise<SendResult>;
} = {}) {
  const queue = createQueue({ database, clock, random: () => 1 });
  const mailer = createMailer({ smtpUrl, answerTimeoutMs: minFairTimeoutMs });
  return createOutbox({ queue, mailer: () => (send ? { ...mailer, send } : mailer), compose, clock, log });
}

async function add(count = 1, kind: OutboxTable["kind"] = "digest"): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    for (let added = 0; added < count; added += 1) {
      await enqueue(transaction, { kind, reference: null, mailHost: "x.example", now: clock.now() });
    }
  });
}

const messages = () => database.db.selectFrom("outbox").selectAll().orderBy("created_at").execute();
const received = () => server.received.map(({ mail }) => mail.messageId);

test("every waiting message is sent once, under its stored Message-ID", async () => {
  await add(10);
  const worker = createWorker();
  await worker.sendDue();
  await worker.sendDue();
  const stored = await messages();
  expect(received().sort()).toEqual(stored.map(({ message_id }) => message_id).sort());
  expect(new Set(stored.map(({ status }) => status))).toEqual(new Set(["sent"]));
});

test("a started worker sends new messages when woken, and stop waits for them", async () => {
  const worker = createWorker();
  await worker.start();
  await expect.poll(() => server.connections()).toBe(1);
  await add(3);
  worker.wake();
  await expect.poll(() => received().length).toBe(3);
  await add(1);
  worker.wake();
  await worker.stop(5 * secondMs);
  const unsent = (await messages()).filter(({ status }) => status === "waiting");
  expect(unsent.every(({ lease }) => lease === null)).toBe(true);
  expect(received().length + unsent.length).toBe(4);
});

test("a message refused with 4xx is retried after half a minute and arrives once", async () => {
  await add();
  const worker = createWorker();
  server.state.mood = "not now";
  await worker.sendDue();
  server.state.mood = "accept";
  clock.advance(29 * secondMs);
  await worker.sendDue();
  expect(received()).toEqual([]);
  clock.advance(1 * secondMs);
  await worker.sendDue();
  expect(received()).toHaveLength(1);
  expect(await messages()).toMatchObject([{ status: "sent", attempts: 2 }]);
});

test("a refused confirmation is given up at once, and the others are sent", async () => {
  await add(1, "visitor");
  const worker = createWorker();
  server.state.mood = "refuse recipient";
  await worker.sendDue();
  server.state.mood = "accept";
  await add(1, "visitor");
  await worker.sendDue();
  expect((await messages()).map(({ status }) => status).sort()).toEqual(["dead", "sent"]);
  expect(log.lines.filter((line) => line.startsWith("error mail given up"))).toHaveLength(1);
});

test.each(["refuse recipient", "refuse content"] as const)(
  "an enquiry that is refused for a day (%s) is sent when the server accepts it again",
  async (mood) => {
    await add(1, "trainer");
    const worker = createWorker();
    server.state.mood = mood;
    for (let hour = 0; hour < 24; hour += 1) {
      await worker.sendDue();
      clock.advance(hourMs);
    }
    expect(await messages()).toMatchObject([{ status: "waiting" }]);
    server.state.mood = "accept";
    clock.advance(hourMs);
    await worker.sendDue();
    expect(received()).toHaveLength(1);
  },
);

test("a message whose acceptance was not confirmed is sent again under the same Message-ID", async () => {
  await add();
  const worker = createWorker();
  server.state.mood = "take and hang up";
  await worker.sendDue();
  server.state.mood = "accept";
  clock.advance(minuteMs);
  await worker.sendDue();
  expect(received()).toHaveLength(2);
  expect(new Set(received()).size).toBe(1);
});

test.each(["hang after data", "hang up at once", "refuse sender"] as const)(
  "an unusable server (%s) is left alone for a while, then everything is sent",
  async (mood) => {
    await add(6);
    const worker = createWorker();
    server.state.mood = mood;
    await worker.sendDue();
    const tried = server.connections();
    expect(tried).toBeLessThanOrEqual(4);
    await worker.sendDue();
    expect(server.connections()).toBe(tried);
    server.state.mood = "accept";
    clock.advance(30 * secondMs);
    await worker.sendDue();
    expect(received()).toHaveLength(6);
  },
);

test("wrong credentials are logged once and pause sending; with the right ones everything is sent", async () => {
  await server.stop();
  server = await startMailServer({ password: "right" });
  await add(6);
  const worker = createWorker({ smtpUrl: server.url.replace("//", "//user:wrong@") });
  await worker.sendDue();
  expect(worker.credentialsRefused()).toBe(true);
  expect(log.lines.filter((line) => line.startsWith("error"))).toEqual([
    expect.stringContaining("refuses the credentials"),
  ]);
  const tried = server.connections();
  clock.advance(4 * minuteMs);
  await worker.sendDue();
  expect(server.connections()).toBe(tried);
  expect(await messages()).toHaveLength(6);

  const repaired = createWorker({ smtpUrl: server.url.replace("//", "//user:right@") });
  await repaired.sendDue();
  expect(received()).toHaveLength(6);
  expect(repaired.credentialsRefused()).toBe(false);
});

test("a new worker checks the credentials before there is anything to send", async () => {
  await server.stop();
  server = await startMailServer({ password: "right" });
  const worker = createWorker({ smtpUrl: server.url.replace("//", "//user:wrong@") });
  await worker.start();
  await expect.poll(() => worker.credentialsRefused()).toBe(true);
  await worker.stop(secondMs);
});

test("a password that the server takes again is noticed without an e-mail", async () => {
  await server.stop();
  server = await startMailServer({ password: "right" });
  const mailerOf = (password: string) =>
    createMailer({
      smtpUrl: server.url.replace("//", `//user:${password}@`),
      answerTimeoutMs: minFairTimeoutMs,
    });
  let mailer = mailerOf("wrong");
  const queue = createQueue({ database, clock, random: () => 1 });
  const worker = createOutbox({ queue, mailer: () => mailer, compose, clock, log });
  await worker.start();
  await expect.poll(() => worker.credentialsRefused()).toBe(true);
  mailer = mailerOf("right");
  clock.advance(hourMs);
  await worker.sendDue();
  expect(worker.credentialsRefused()).toBe(false);
  await worker.stop(secondMs);
});

test("after an outage what waited goes out with the first e-mail, long before its own next attempt", async () => {
  const worker = createWorker();
  await worker.start();
  await expect.poll(() => server.connections()).toBeGreaterThan(0);
  server.state.mood = "hang up at once";
  await add();
  for (let hours = 0; hours < 36; hours += 6) {
    await worker.sendDue();
    clock.advance(6 * hourMs);
  }
  await worker.sendDue();
  clock.advance(16 * minuteMs);
  const [old] = await messages();
  expect(old?.next_attempt_at).toBeGreaterThan(clock.now());
  server.state.mood = "accept";
  await add();
  worker.wake();
  await expect.poll(() => received().length).toBe(2);
  await worker.stop(secondMs);
});

test("a new worker tries messages that were waiting for their next attempt", async () => {
  await add();
  server.state.mood = "not now";
  await createWorker().sendDue();
  server.state.mood = "accept";
  const restarted = createWorker();
  await restarted.start();
  await expect.poll(() => received().length).toBe(1);
  await restarted.stop(secondMs);
});

test.each([
  ["back", -dayMs],
  ["forward", dayMs],
])("setting the clock %s a day neither delays nor repeats a message", async (_, byMs) => {
  await add();
  const worker = createWorker();
  server.state.mood = "not now";
  await worker.sendDue();
  server.state.mood = "accept";
  clock.set(byMs);
  clock.advance(30 * secondMs);
  await worker.sendDue();
  await worker.sendDue();
  expect(received()).toHaveLength(1);
});

test("an unknown worker's lease ends after a minute, also when the clock is set back", async () => {
  await add();
  const queue = createQueue({ database, clock, random: () => 1 });
  await queue.claim(1);
  const worker = createWorker();
  await worker.sendDue();
  clock.advance(59 * secondMs);
  await worker.sendDue();
  expect(received()).toEqual([]);
  clock.advance(1 * secondMs);
  await worker.sendDue();
  expect(received()).toHaveLength(1);
  await add();
  await queue.claim(1);
  clock.set(-dayMs);
  await worker.sendDue();
  expect(received()).toHaveLength(2);
});

test("the log never quotes the mail server, which quotes addresses", async () => {
  const worker = createWorker();
  for (const mood of ["refuse recipient", "not now", "refuse content", "refuse sender", "accept"] as const) {
    await add();
    server.state.mood = mood;
    clock.advance(hourMs);
    await worker.sendDue();
  }
  expect(log.lines.length).toBeGreaterThan(4);
  expect(log.lines.join("\n")).not.toMatch(/ala|poczta|no such user/);
});

import { createServer } from "node:http";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAlert } from "./alert.server.ts";
import { dayMs, hourMs, minuteMs } from "./clock.ts";
import { createHealth } from "./health.server.ts";
import { createJobs } from "./jobs.server.ts";
import { enqueue } from "./mail/enqueue.server.ts";
import { createQueue } from "./mail/queue.server.ts";
import type { OutboxTable } from "./storage/tables.server.ts";
import type { Engine } from "./testing/engines.ts";
import { anEnquiry, createTestClock, createTestLog } from "./testing/fixtures.ts";

/** What health and alert tell, on either database. */
export function healthContract(engine: Engine): void {
  async function setUp() {
    const database = await engine.open();
    const clock = createTestClock();
    const jobs = createJobs({ database, clock });
    const queue = createQueue({ database, clock, random: () => 1 });
    const log = createTestLog();
    const state = { credentialsRefused: false };
    const health = createHealth({
      database,
      jobs,
      clock,
      log,
      mailConfigured: true,
      credentialsRefused: () => state.credentialsRefused,
    });
    const add = (kind: OutboxTable["kind"]) =>
      database.db
        .transaction()
        .execute((transaction) =>
          enqueue(transaction, { kind, reference: null, mailHost: "x", now: clock.now() }),
        );
    async function settleAll(kind: "sent" | "refused") {
      for (const message of await queue.claim(10)) await queue.settle(message, { kind, fault: "550" });
    }
    return { database, clock, jobs, log, health, add, settleAll, state };
  }

  test("when nothing is wrong there is no problem", async () => {
    const { health } = await setUp();
    expect(await health()).toEqual({
      problems: [],
      storageWritable: true,
      waitingMessages: 0,
      oldestWaitingMs: null,
      deadMessages: 0,
      mailConfigured: true,
      lastCanary: null,
    });
  });

  test("messages may wait a quarter of an hour", async () => {
    const { health, add, clock, settleAll } = await setUp();
    await add("trainer");
    clock.advance(minuteMs);
    await add("visitor");
    clock.advance(14 * minuteMs);
    expect(await health()).toMatchObject({
      problems: [],
      waitingMessages: 2,
      oldestWaitingMs: 15 * minuteMs,
    });
    clock.advance(1);
    expect((await health()).problems).toEqual(["outbox-late"]);
    await settleAll("sent");
    expect(await health()).toMatchObject({ problems: [], waitingMessages: 0, oldestWaitingMs: null });
  });

  test("a visitor's wrong address is no problem, a trainer's is", async () => {
    const { health, add, settleAll } = await setUp();
    await add("visitor");
    await settleAll("refused");
    expect(await health()).toMatchObject({ problems: [], deadMessages: 1 });
    await add("trainer");
    await settleAll("refused");
    expect(await health()).toMatchObject({ problems: ["mail-to-trainer-refused"], deadMessages: 2 });
  });

  test("refused credentials and a failed canary are problems", async () => {
    const { health, state, jobs, clock } = await setUp();
    state.credentialsRefused = true;
    await jobs.replace("canary", () => ({ ok: false, problem: "formularz nie odpowiada" }));
    expect(await health()).toMatchObject({
      problems: ["mail-refuses-credentials", "canary-failed"],
      lastCanary: { ok: false, at: new Date(clock.now()).toISOString() },
    });
  });

  test("a database that cannot be written is a problem, not a fault", async () => {
    const { health, database, log } = await setUp();
    await database.db.schema.alterTable("jobs").renameTo("away").execute();
    try {
      expect(await health()).toMatchObject({ problems: ["storage-not-writable"], storageWritable: false });
    } finally {
      await database.db.schema.alterTable("away").renameTo("jobs").execute();
    }
    expect(log.lines).toHaveLength(1);
    const { rows } = await sql`select * from jobs`.execute(database.db);
    expect(rows).toEqual([]);
  });

  test("a clock set back makes no negative age", async () => {
    const { health, add, clock } = await setUp();
    await add("trainer");
    clock.set(-dayMs);
    expect(await health()).toMatchObject({ problems: [], oldestWaitingMs: 0 });
  });

  test("the webhook hears of trouble when it begins, once a day while it lasts, and of its end; never of a person", async () => {
    const { health, add, clock, settleAll, jobs, log } = await setUp();
    const webhook = await startWebhook();
    const alert = createAlert({
      webhookUrl: webhook.url,
      siteUrl: "https://studio.example",
      jobs,
      clock,
      log,
      fetch,
    });
    await alert(await health());
    expect(webhook.told).toEqual([]);
    await add("trainer");
    clock.advance(20 * minuteMs);
    webhook.status = 500;
    await alert(await health());
    webhook.status = 200;
    for (let hour = 0; hour < 30; hour += 1) {
      await alert(await health());
      clock.advance(hourMs);
    }
    await settleAll("sent");
    await alert(await health());
    await alert(await health());
    webhook.stop();

    const late = { problems: ["outbox-late"], waitingMessages: 1 };
    expect(webhook.told).toMatchObject([
      late,
      { ...late, oldestWaitingMinutes: 20 },
      { ...late, oldestWaitingMinutes: 20 + 25 * 60 },
      { problems: [], waitingMessages: 0, oldestWaitingMinutes: null },
    ]);
    expect(webhook.told.map(({ text }) => text)).toEqual([
      ...Array(3).fill("https://studio.example: Wiadomości czekają na wysłanie dłużej niż 15 minut."),
      "https://studio.example: Zapytania znów docierają.",
    ]);
    expect(JSON.stringify(webhook.told)).not.toContain(anEnquiry.name);
    expect(log.lines).toHaveLength(1);
  });
}

async function startWebhook() {
  const told: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    told.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(webhook.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const webhook = { url: `http://127.0.0.1:${port}/`, told, status: 200, stop: () => server.close() };
  return webhook;
}

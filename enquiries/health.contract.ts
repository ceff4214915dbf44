import { createServer } from "node:http";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "./clock.ts";
import { createAlert, createHealth, type EnquiryProblem } from "./health.server.ts";
import { createJobs } from "./jobs.server.ts";
import { enqueue } from "./mail/queue.server.ts";
import { enqueueDigest, floodReason, quarantineLimit } from "./quarantine.server.ts";
import type { OutboxTable } from "./storage/tables.server.ts";
import type { Engine } from "./testing/engines.ts";
import { anEnquiry, createTestLog } from "./testing/fixtures.ts";
import { mailHost, openInbox } from "./testing/open-inbox.ts";

/** Health and alerts, on both databases. */
export function healthContract(engine: Engine): void {
  async function setUp() {
    const { database, clock, store, queue, inbox } = await openInbox(engine, { limits: "on" });
    const jobs = createJobs({ database, clock });
    const log = createTestLog();
    const state = {
      mailConfigured: true,
      credentialsRefused: false,
      freeDiskBytes: 1e9,
      others: [] as EnquiryProblem[],
      othersFail: false,
    };
    const health = createHealth({
      database,
      jobs,
      clock,
      log,
      mailConfigured: () => state.mailConfigured,
      credentialsRefused: () => state.credentialsRefused,
      freeDiskBytes: async () => state.freeDiskBytes,
      otherProblems: async () => {
        if (state.othersFail) throw new Error("EMFILE");
        return [...state.others];
      },
    });
    /** An enquiry without an address, so with one e-mail: to the trainer. */
    const addEnquiry = async (message: string, reasons: string[] = []) =>
      (
        await store.accept({
          enquiry: { ...anEnquiry, email: null, message },
          key: undefined,
          reasons,
          canary: false,
        })
      ).reference;
    const sendDigest = () =>
      database.db
        .transaction()
        .execute((transaction) => enqueueDigest(transaction, { mailHost, now: clock.now() }));
    const add = (kind: OutboxTable["kind"]) =>
      database.db
        .transaction()
        .execute((transaction) =>
          enqueue(transaction, { kind, reference: null, mailHost: "x", now: clock.now() }),
        );
    async function settleAll(kind: "sent" | "refused") {
      for (const message of await queue.claim(10)) await queue.settle(message, { kind, codes: "550" });
    }
    /** Waiting messages are refused until they are given up. */
    async function giveUpAll() {
      for (let attempt = 0; attempt < 170; attempt += 1) {
        await settleAll("refused");
        clock.advance(hourMs);
      }
    }
    const problems = async () => (await health()).problems;
    return {
      database,
      clock,
      jobs,
      queue,
      inbox,
      log,
      health,
      problems,
      add,
      addEnquiry,
      sendDigest,
      settleAll,
      giveUpAll,
      state,
    };
  }

  test("reports no problem when all is well", async () => {
    const { health } = await setUp();
    expect(await health()).toEqual({
      problems: [],
      storageWritable: true,
      outbox: { waiting: 0, oldestAgeSeconds: null, dead: 0 },
      mailConfigured: true,
      lastCanary: null,
      freeDiskBytes: 1e9,
    });
  });

  test("B11.3 a data folder that cannot be examined is a problem, and the check does not throw", async () => {
    const { problems, state } = await setUp();
    state.othersFail = true;
    expect(await problems()).toEqual(["data-unreadable"]);
  });

  test("mail that has waited for over a quarter of an hour is a problem", async () => {
    const { health, add, clock, settleAll, database } = await setUp();
    await add("trainer");
    clock.advance(minuteMs);
    await add("visitor");
    clock.advance(14 * minuteMs);
    expect(await health()).toMatchObject({ problems: [], outbox: { waiting: 2, oldestAgeSeconds: 15 * 60 } });
    clock.advance(1);
    expect((await health()).problems).toEqual(["outbox-late"]);
    // Given up and sent again: the wait begins anew.
    await database.db.updateTable("outbox").set({ next_attempt_at: clock.now() }).execute();
    expect(await health()).toMatchObject({ problems: [], outbox: { waiting: 2, oldestAgeSeconds: 0 } });
    await settleAll("sent");
    expect(await health()).toMatchObject({ problems: [], outbox: { waiting: 0, oldestAgeSeconds: null } });
  });

  test("B11.3 a message is late, too, if the program ends each time that it sends it", async () => {
    const { problems, add, clock, queue } = await setUp();
    await add("trainer");
    for (let round = 0; round < 4; round += 1) {
      expect(await problems()).toEqual([]);
      await queue.releaseAtStart();
      expect(await queue.claim(1)).toHaveLength(1);
      clock.advance(4 * minuteMs);
    }
    expect(await problems()).toEqual(["outbox-late"]);
    await queue.releaseAtStart();
    expect(await problems()).toEqual(["outbox-late"]);
  });

  test("B11.3 an address that the mail server refuses for now makes no mail late; the same server's silence does", async () => {
    const { health, problems, add, clock, queue } = await setUp();
    const fail = async (kind: "later" | "unreachable") => {
      for (const message of await queue.claim(10)) await queue.settle(message, { kind, codes: "450" });
    };
    for (const kind of ["visitor", "answer", "booking"] as const) await add(kind);
    await fail("later");
    clock.advance(hourMs);
    expect(await health()).toMatchObject({ problems: [], outbox: { waiting: 3, oldestAgeSeconds: null } });
    await fail("unreachable");
    expect(await problems()).toEqual(["outbox-late"]);
    clock.advance(hourMs);
    await fail("later");
    await add("trainer");
    clock.advance(minuteMs);
    await fail("later");
    expect(await problems()).toEqual([]);
    clock.advance(hourMs);
    expect(await problems()).toEqual(["outbox-late"]);
  });

  test("a confirmation that was refused is no problem", async () => {
    const { health, add, settleAll } = await setUp();
    await add("visitor");
    await settleAll("refused");
    expect(await health()).toMatchObject({ problems: [], outbox: { dead: 1 } });
  });

  test("mail that waits for a first mail server is no problem; a mail server that is no longer set is missed", async () => {
    const { problems, add, clock, settleAll, state } = await setUp();
    state.mailConfigured = false;
    await add("trainer");
    clock.advance(dayMs);
    expect(await problems()).toEqual([]);
    await settleAll("sent");
    await add("trainer");
    clock.advance(hourMs);
    expect(await problems()).toEqual(["outbox-late"]);
  });

  test.each(["trainer", "digest", "reminder"] as const)(
    "a refused %s message is a problem until it is sent",
    async (kind) => {
      const { health, problems, add, settleAll, clock } = await setUp();
      await add(kind);
      await settleAll("refused");
      expect(await health()).toMatchObject({ problems: ["mail-to-trainer-refused"], outbox: { waiting: 1 } });
      clock.advance(minuteMs);
      await settleAll("sent");
      expect(await problems()).toEqual([]);
    },
  );

  test("an enquiry whose e-mail was given up is a problem until a digest lists it", async () => {
    const { health, problems, addEnquiry, giveUpAll, sendDigest, settleAll } = await setUp();
    await addEnquiry("Dzień dobry");
    await giveUpAll();
    expect(await health()).toMatchObject({ problems: ["mail-to-trainer-refused"], outbox: { dead: 1 } });
    await sendDigest();
    await settleAll("refused");
    expect(await problems()).toEqual(["mail-to-trainer-refused"]);
    await giveUpAll();
    expect(await problems()).toEqual(["mail-to-trainer-refused"]);
    await sendDigest();
    await settleAll("sent");
    expect(await problems()).toEqual([]);
  });

  test("a digest that was given up is a problem until another lists its enquiries", async () => {
    const { problems, addEnquiry, giveUpAll, sendDigest, settleAll } = await setUp();
    await addEnquiry("Tanie buty", ["powód"]);
    expect(await problems()).toEqual([]);
    await sendDigest();
    await giveUpAll();
    expect(await problems()).toEqual(["mail-to-trainer-refused"]);
    await sendDigest();
    await settleAll("sent");
    expect(await problems()).toEqual([]);
  });

  test("a reminder that was given up is a problem until it is sent again or the owner changes it", async () => {
    const { problems, addEnquiry, giveUpAll, settleAll, inbox, clock } = await setUp();
    const reference = await addEnquiry("Dzień dobry");
    await settleAll("sent");
    clock.advance(1);
    const remind = async () => {
      await inbox.setReminder(reference, new Date(clock.now()).toISOString());
      await inbox.claimDueReminders();
    };
    await remind();
    await giveUpAll();
    expect(await problems()).toEqual(["mail-to-trainer-refused"]);
    expect(await inbox.find(reference)).toMatchObject({ mail: "dead" });
    await inbox.resend(reference);
    await settleAll("sent");
    expect(await problems()).toEqual([]);

    clock.advance(1);
    await remind();
    await giveUpAll();
    expect(await problems()).toEqual(["mail-to-trainer-refused"]);
    await inbox.setReminder(reference, null);
    expect(await problems()).toEqual([]);
  });

  test("B11.3 a nearly full disk is a problem, even while the database cannot be written", async () => {
    const { problems, state, database } = await setUp();
    state.freeDiskBytes = 99 * 1024 * 1024;
    expect(await problems()).toEqual(["disk-nearly-full"]);
    await database.db.schema.alterTable("jobs").renameTo("away").execute();
    try {
      expect(await problems()).toEqual(["storage-not-writable", "disk-nearly-full"]);
    } finally {
      await database.db.schema.alterTable("away").renameTo("jobs").execute();
    }
  });

  test("a flood is a problem for an hour; ordinary spam is none", async () => {
    const { problems, addEnquiry, clock } = await setUp();
    await addEnquiry("Tanie buty", ["powód"]);
    expect(await problems()).toEqual([]);
    await addEnquiry("Dzień dobry", [floodReason]);
    expect(await problems()).toEqual(["too-many-enquiries"]);
    clock.advance(hourMs);
    expect(await problems()).toEqual([]);
  });

  test("a full quarantine is a problem until a day has passed", async () => {
    const { problems, addEnquiry, clock, database } = await setUp();
    const reference = await addEnquiry("Tanie buty", ["powód"]);
    const row = await database.db
      .selectFrom("enquiries")
      .selectAll()
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();
    for (let start = 1; start < quarantineLimit; start += 1_000) {
      const count = Math.min(1_000, quarantineLimit - start);
      const rows = Array.from({ length: count }, (_, index) => ({ ...row, reference: `${start + index}` }));
      await database.db.insertInto("enquiries").values(rows).execute();
    }
    expect(await problems()).toEqual(["quarantine-full"]);
    clock.advance(dayMs);
    expect(await problems()).toEqual([]);
  });

  test("refused credentials and a failed canary are problems", async () => {
    const { health, state, jobs, clock } = await setUp();
    state.credentialsRefused = true;
    await jobs.record("canary", { ok: false, problem: "formularz nie odpowiada" });
    expect(await health()).toMatchObject({
      problems: ["mail-refuses-credentials", "canary-failed"],
      lastCanary: { ok: false, at: new Date(clock.now()).toISOString(), problem: "formularz nie odpowiada" },
    });
  });

  test("a canary that failed over a day ago, or cannot run again, is no problem", async () => {
    const { problems, state, jobs, clock } = await setUp();
    await jobs.record("canary", { ok: false, problem: "formularz nie odpowiada" });
    // Without a mail server none is scheduled.
    state.mailConfigured = false;
    expect(await problems()).toEqual([]);
    state.mailConfigured = true;
    clock.advance(dayMs);
    expect(await problems()).toEqual([]);
  });

  test("a database that cannot be written is reported as a problem, without throwing", async () => {
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

  test("no message has a negative age after the clock is set back", async () => {
    const { health, add, clock } = await setUp();
    await add("trainer");
    clock.set(-dayMs);
    expect(await health()).toMatchObject({ problems: [], outbox: { oldestAgeSeconds: 0 } });
  });

  /** Health and alert together, with a webhook that records what it receives. */
  async function setUpAlert() {
    const site = await setUp();
    const webhook = await startWebhook();
    onTestFinished(webhook.stop);
    const alert = createAlert({ ...site, siteUrl: "https://studio.example", fetch });
    return { ...site, webhook, alertOfProblems: async () => alert(webhook.url, await site.health()) };
  }

  test("the webhook gets a problem when it begins, once a day while it lasts, and when it ends, without personal data", async () => {
    const { alertOfProblems, add, clock, settleAll, log, webhook } = await setUpAlert();
    await alertOfProblems();
    expect(webhook.received).toEqual([]);
    await add("trainer");
    clock.advance(20 * minuteMs);
    webhook.status = 500;
    await alertOfProblems();
    webhook.status = 200;
    for (let hour = 0; hour < 30; hour += 1) {
      await alertOfProblems();
      clock.advance(hourMs);
    }
    await settleAll("sent");
    await alertOfProblems();
    await alertOfProblems();

    const late = { problems: ["outbox-late"], waitingMessages: 1 };
    expect(webhook.received).toMatchObject([
      late,
      { ...late, oldestWaitingMinutes: 20 },
      { ...late, oldestWaitingMinutes: 20 + 25 * 60 },
      { problems: [], waitingMessages: 0, oldestWaitingMinutes: null },
    ]);
    expect(webhook.received.map(({ text }) => text)).toEqual([
      ...Array(3).fill("https://studio.example: E-maile czekają na wysłanie dłużej niż 15 minut."),
      "https://studio.example: Wszystko znów działa.",
    ]);
    expect(JSON.stringify(webhook.received)).not.toContain(anEnquiry.name);
    expect(log.lines).toHaveLength(1);
  });

  test("the webhook is told that storage cannot be written, with a retry after its own failure, a daily reminder and the end", async () => {
    const { alertOfProblems, clock, webhook, database } = await setUpAlert();
    await alertOfProblems();
    await database.db.schema.alterTable("jobs").renameTo("away").execute();
    try {
      webhook.status = 500;
      await alertOfProblems();
      webhook.status = 200;
      for (let hour = 0; hour < 30; hour += 1) {
        await alertOfProblems();
        clock.advance(hourMs);
      }
    } finally {
      await database.db.schema.alterTable("away").renameTo("jobs").execute();
    }
    await alertOfProblems();
    await alertOfProblems();
    const broken = ["storage-not-writable"];
    expect(webhook.received.map(({ problems }) => problems)).toEqual([broken, broken, broken, []]);
    expect(webhook.received[0]?.text).toBe(
      "https://studio.example: Nie można zapisywać zapytań: formularz ich nie przyjmuje.",
    );
  });

  test("the webhook is reminded daily after a clock that was far ahead is set right", async () => {
    const { alertOfProblems, state, clock, webhook } = await setUpAlert();
    clock.set(365 * dayMs);
    state.freeDiskBytes = 1;
    await alertOfProblems();
    clock.set(-365 * dayMs);
    clock.advance(25 * hourMs);
    await alertOfProblems();
    expect(webhook.received).toHaveLength(2);
  });

  test("a daily reminder that the webhook refused is sent again at the next check", async () => {
    const { alertOfProblems, add, clock, webhook } = await setUpAlert();
    await add("trainer");
    clock.advance(20 * minuteMs);
    await alertOfProblems();
    clock.advance(25 * hourMs);
    webhook.status = 500;
    await alertOfProblems();
    webhook.status = 200;
    await alertOfProblems();
    await alertOfProblems();
    expect(webhook.received).toHaveLength(3);
  });

  test("the webhook is told of a nearly full disk and of refused credentials", async () => {
    const { alertOfProblems, state, webhook } = await setUpAlert();
    state.freeDiskBytes = 1;
    await alertOfProblems();
    state.credentialsRefused = true;
    await alertOfProblems();
    await alertOfProblems();
    state.freeDiskBytes = 1e9;
    await alertOfProblems();
    state.credentialsRefused = false;
    await alertOfProblems();
    expect(webhook.received.map(({ text }) => text)).toEqual([
      "https://studio.example: Kończy się miejsce na dysku.",
      "https://studio.example: Kończy się miejsce na dysku. Serwer poczty nie przyjmuje nazwy użytkownika lub hasła.",
      "https://studio.example: Wszystko znów działa.",
    ]);
  });

  test("of two problems of this machine, one that ends and returns is reported again", async () => {
    const { alertOfProblems, state, webhook } = await setUpAlert();
    state.freeDiskBytes = 1;
    for (const others of [["backup-failed"], [], ["backup-failed"]] as EnquiryProblem[][]) {
      state.others = others;
      await alertOfProblems();
    }
    const both = ["backup-failed", "disk-nearly-full"];
    expect(webhook.received.map(({ problems }) => problems)).toEqual([both, both]);
  });

  test("of two common problems, one that ends and returns is reported again", async () => {
    const { alertOfProblems, addEnquiry, add, clock, settleAll, webhook } = await setUpAlert();
    const untilLate = async () => {
      await add("digest");
      clock.advance(20 * minuteMs);
      await alertOfProblems();
    };
    await addEnquiry("Dzień dobry", [floodReason]);
    await untilLate();
    await settleAll("sent");
    await alertOfProblems();
    await untilLate();
    const both = ["outbox-late", "too-many-enquiries"];
    expect(webhook.received.map(({ problems }) => problems)).toEqual([both, both]);
  });

  test("P8.3 what else fails on this machine is a problem, and the webhook is told of it", async () => {
    const { health, alertOfProblems, state, webhook } = await setUpAlert();
    state.others = ["backup-failed"];
    expect(await health()).toMatchObject({ problems: ["backup-failed"] });
    await alertOfProblems();
    state.others = [];
    await alertOfProblems();
    expect(webhook.received.map(({ text }) => text)).toEqual([
      "https://studio.example: Codzienna kopia się nie udała.",
      "https://studio.example: Wszystko znów działa.",
    ]);
  });
}

async function startWebhook() {
  const received: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(webhook.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const webhook = {
    url: `http://127.0.0.1:${port}/`,
    received,
    status: 200,
    stop: () => void server.close(),
  };
  return webhook;
}

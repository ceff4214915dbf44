import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { sqliteFile } from "../../enquiries/storage/database.server.ts";
import type { MailServer } from "../../enquiries/testing/mail-server.ts";
import type { Visit } from "./visitors.ts";

export type Stored = {
  enquiries: { reference: string; key: string }[];
  messages: { reference: string; kind: string; message_id: string; status: string }[];
};

const readEnquiries = "select reference, key from enquiries";
const readMessages = "select reference, kind, message_id, status from outbox";

/** The stored data, read from disk without the server. */
export function readSqlite(dataDir: string): Stored {
  using database = openSqlite(dataDir);
  const [integrity] = Object.values(database.prepare("pragma integrity_check").get() ?? {});
  assert.equal(integrity, "ok", "the database is whole");
  return {
    enquiries: database.prepare(readEnquiries).all() as Stored["enquiries"],
    messages: database.prepare(readMessages).all() as Stored["messages"],
  };
}

/** Whether at least one message has failed an attempt and no attempt is in progress. */
export function hasFailedAttempt(dataDir: string): boolean {
  const { most, leased } = readWaiting(dataDir);
  return Number(most) > 0 && leased === 0;
}

/** Whether every waiting message has failed an attempt and no attempt is in progress. */
export function haveAllFailed(dataDir: string): boolean {
  const { fewest, leased } = readWaiting(dataDir);
  return Number(fewest) > 0 && leased === 0;
}

export const countWaiting = (dataDir: string) => Number(readWaiting(dataDir).count);

/** The messages that a process is sending, or was when it died. */
export const countLeased = (dataDir: string) => Number(readWaiting(dataDir).leased);

/** Waiting messages: their number, their attempts, and how many are being sent now. */
function readWaiting(dataDir: string) {
  using database = openSqlite(dataDir);
  const facts = "count(*) as count, min(attempts) as fewest, max(attempts) as most, count(lease) as leased";
  return database.prepare(`select ${facts} from outbox where status = 'waiting'`).get() ?? {};
}

const openSqlite = (dataDir: string) =>
  new DatabaseSync(sqliteFile(dataDir), { readOnly: true, timeout: 5_000 });

export async function readPostgres(databaseUrl: string): Promise<Stored> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const enquiries = await client.query<Stored["enquiries"][number]>(readEnquiries);
    const messages = await client.query<Stored["messages"][number]>(readMessages);
    return { enquiries: enquiries.rows, messages: messages.rows };
  } finally {
    await client.end();
  }
}

/** Every reference given to a visitor is stored exactly once, under that visitor's key and with both e-mails. */
export function assertNothingLost({ enquiries, messages }: Stored, visits: Visit[]): void {
  const byKey = new Map(enquiries.map(({ key, reference }) => [key, reference]));
  assert.equal(byKey.size, enquiries.length, "no key is stored twice");
  for (const { key, references } of visits) {
    assert.ok(references.size <= 1, "one visitor gets one reference, however often the form is sent");
    for (const reference of references) assert.equal(byKey.get(key), reference, `${reference} is stored`);
  }
  const kinds = Map.groupBy(messages, ({ reference }) => reference);
  for (const { reference } of enquiries) {
    const own = (kinds.get(reference) ?? []).map(({ kind }) => kind).sort();
    assert.deepEqual(own, ["trainer", "visitor"], `${reference} has its two e-mails`);
  }
}

/** Every stored message has arrived; twice only under the same Message-ID. Returns the number of second deliveries. */
export function assertAllDelivered({ messages }: Stored, mailServer: MailServer): number {
  const arrived = mailServer.received.map(({ mail }) => mail.messageId);
  const stored = new Set(messages.map(({ message_id }) => message_id));
  for (const id of arrived) assert.ok(id && stored.has(id), "nothing arrives that is not stored");
  const delivered = new Set(arrived);
  for (const { message_id } of messages) assert.ok(delivered.has(message_id), `${message_id} has arrived`);
  return arrived.length - stored.size;
}

/** Waits until everything is sent. */
export function untilOutboxIsEmpty(countWaiting: () => number | Promise<number>): Promise<void> {
  return until("the outbox is empty", async () => (await countWaiting()) === 0);
}

/** Waits until a condition is true. Fails after the time-out, naming the condition. A slow, busy machine is no failure. */
export async function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  timeoutMs = 120_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    assert.ok(Date.now() < deadline, `${what} (waited ${timeoutMs / 1000} s)`);
    await sleep(100);
  }
}

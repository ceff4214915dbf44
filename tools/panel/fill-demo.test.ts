import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createInbox } from "../../enquiries/owner/inbox.server.ts";
import { openDatabase } from "../../enquiries/storage/database.server.ts";
import { createLogger } from "../../server/logger.ts";
import { fillDemo, mark, seededRandom } from "./fill-demo.ts";

const now = Date.parse("2026-11-21T09:00:00Z");

async function createDemo(count: number) {
  const dataDir = await mkdtemp(join(tmpdir(), "demo-"));
  const database = await openDatabase({ dataDir, log: createLogger("error") });
  onTestFinished(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });
  await fillDemo({ database, dataDir, count, now, goals: ["Dieta", "Inne"], random: seededRandom(1) });
  const clock = { now: () => now, monotonicMs: () => 0 };
  const owner = { database, dataDir, clock, mailHost: "localhost", onQueued: () => {} };
  return createInbox(owner);
}

test("the demo has enquiries in every state, marked as made up, within the last year", async () => {
  const enquiries = await (await createDemo(80)).exportAll();
  expect(enquiries).toHaveLength(80);
  expect(enquiries.filter(({ message }) => !message.endsWith(mark))).toEqual([]);
  expect(enquiries.flatMap(({ notes }) => notes).filter(({ text }) => !text.endsWith(mark))).toEqual([]);
  expect(new Set(enquiries.map(({ state }) => state))).toEqual(
    new Set(["new", "in-contact", "scheduled", "closed"]),
  );
  expect(new Set(enquiries.map(({ mail }) => mail))).toEqual(new Set(["sent", "dead", null]));
  expect(enquiries.filter(({ status }) => status === "quarantined").length).toBeGreaterThan(0);
  expect(enquiries.filter(({ remindAt }) => remindAt !== null).length).toBeGreaterThan(0);
  expect(enquiries.filter(({ phone }) => phone === null).length).toBeGreaterThan(0);
  const received = enquiries.map(({ receivedAt }) => Date.parse(receivedAt));
  expect(Math.max(...received)).toBeLessThan(now);
  expect(Math.min(...received)).toBeGreaterThan(now - 365 * 24 * 60 * 60_000);
});

test("the same seed makes the same enquiries", async () => {
  const withoutIds = async (count: number) =>
    (await (await createDemo(count)).exportAll()).map(({ reference, name, message, receivedAt }) => ({
      reference,
      name,
      message,
      receivedAt,
    }));
  expect(await withoutIds(5)).toEqual(await withoutIds(5));
});

test("the demo's list has more than one page", async () => {
  const inbox = await createDemo(30);
  const first = await inbox.list({ limit: 10 });
  const second = await inbox.list({ limit: 10, after: first?.next ?? "" });
  expect(second?.enquiries).toHaveLength(10);
});

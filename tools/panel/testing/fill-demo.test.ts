import { expect, onTestFinished, test } from "vitest";
import { pattern } from "../../../appointments/testing/open-appointments.ts";
import { createInbox } from "../../../enquiries/owner/inbox.server.ts";
import { openDatabase } from "../../../enquiries/storage/database.server.ts";
import { temporaryFolder } from "../../../publishing/testing/temporary-folder.ts";
import { createLogger } from "../../../server/logger.ts";
import { fillDemo, mark, seededRandom } from "./fill-demo.ts";

const goals = ["Dieta", "Inne"];
const now = Date.parse("2026-11-21T09:00:00Z");

async function createDemo(count: number) {
  const dataDir = temporaryFolder();
  const database = await openDatabase({ dataDir, log: createLogger("error") });
  onTestFinished(() => database.close());
  await fillDemo({ database, dataDir, count, now, goals, booking: pattern, random: seededRandom(1) });
  const clock = { now: () => now, monotonicMs: () => 0 };
  const owner = { database, dataDir, clock, mailHost: "localhost", onQueued: () => {} };
  return createInbox(owner);
}

test("the demo has enquiries in every state, marked as made up, within the last year", async () => {
  const enquiries = await (await createDemo(80)).exportAll();
  expect(enquiries).toHaveLength(80);
  expect(enquiries.filter(({ message }) => !message.endsWith(mark))).toEqual([]);
  const isReal = ({ text }: { text: string }) => !text.endsWith(mark) && text !== "Telefon: umówione";
  expect(enquiries.flatMap(({ notes }) => notes).filter(isReal)).toEqual([]);
  expect(new Set(enquiries.map(({ state }) => state))).toEqual(
    new Set(["new", "in-contact", "scheduled", "closed"]),
  );
  expect(new Set(enquiries.map(({ mail }) => mail))).toEqual(new Set(["sent", null]));
  expect(enquiries.filter(({ status }) => status === "quarantined").length).toBeGreaterThan(0);
  expect(enquiries.filter(({ remindAt }) => remindAt !== null).length).toBeGreaterThan(0);
  expect(enquiries.filter(({ phone }) => phone === null).length).toBeGreaterThan(0);
  const received = enquiries.map(({ receivedAt }) => Date.parse(receivedAt));
  expect(Math.max(...received)).toBeLessThan(now);
  expect(Math.min(...received)).toBeGreaterThan(now - 365 * 24 * 60 * 60_000);
});

test("the demo's week has answers, meetings, wishes, outcomes, an e-mail that failed, an opinion and visits", async () => {
  const inbox = await createDemo(200);
  const { steps, opinions } = await inbox.today();
  expect(new Set(steps.map(({ step }) => step.kind))).toEqual(
    new Set(["appointment", "new", "wish", "due", "outcome", "failed", "undecided"]),
  );
  expect(opinions).toBe(1);
  const answers = (await inbox.exportAll()).filter((one) => JSON.stringify(one).includes("tu trener"));
  expect(answers.length).toBeGreaterThan(20);
  const { funnels } = await inbox.stats();
  const { visits, wrote, booked, clients } = funnels.week;
  for (const count of [visits, wrote, booked, clients]) expect(count).toBeGreaterThan(0);
  expect(visits).toBeGreaterThan(wrote);
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

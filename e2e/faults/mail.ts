import assert from "node:assert/strict";
import { type MailServerMood, startMailServer } from "../../enquiries/testing/mail-server.ts";
import { freePort } from "../../server/testing/free-port.ts";
import {
  assertAllDelivered,
  assertNothingLost,
  countWaiting,
  hasFailedAttempt,
  haveAllFailed,
  readSqlite,
  until,
  untilOutboxIsEmpty,
} from "./evidence.ts";
import { type Site, startSite, withFolder } from "./site.ts";
import { newVisit, send, type Visit } from "./visitors.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

async function accepted(site: Site, count: number): Promise<Visit[]> {
  const visits = Array.from({ length: count }, newVisit);
  for (const visit of visits) assert.equal(await send(site.baseUrl, visit), 201);
  return visits;
}

const everythingLeft = ({ dataDir }: Site) => countWaiting(dataDir) === 0;

/** A mail server fails in every known way and recovers. Everything arrives, and a rejected address is reported. */
export async function breakMailServer(): Promise<string> {
  const moods = [
    "not now",
    "hang after data",
    "take and hang up",
    "hang up at once",
    "refuse sender",
  ] as const;
  const [, ...told] = await Promise.all([retryRefused(), ...moods.map(deliverDespite)]);
  return `${told.join(", ")}; refused, the confirmation is given up and the enquiry is tried again until it arrives`;
}

async function deliverDespite(mood: MailServerMood): Promise<string> {
  return withFolder(async (dataDir) => {
    const mailServer = await startMailServer();
    const site = await startSite({ dataDir, SMTP_URL: mailServer.url });
    const visits = await accepted(site, 1);
    await until("mail works", () => everythingLeft(site));
    mailServer.state.mood = mood;
    visits.push(...(await accepted(site, 2)));
    // The site waits at most 40 seconds for a silent mail server.
    await until(`"${mood}" is met`, () => hasFailedAttempt(dataDir));
    assert.equal(countWaiting(dataDir), 4, "everything still waits");
    mailServer.state.mood = "accept";
    site.passTime(2 * minuteMs);
    await untilOutboxIsEmpty(() => {
      site.passTime(minuteMs);
      return countWaiting(dataDir);
    });
    assert.equal(await site.stop(), 0);
    const stored = readSqlite(dataDir);
    assertNothingLost(stored, visits);
    const twice = assertAllDelivered(stored, mailServer);
    if (mood !== "take and hang up") assert.equal(twice, 0);
    await mailServer.stop();
    return `"${mood}"`;
  });
}

/** A full mailbox: health reports it, the enquiry waits, and only the visitor's confirmation is given up. */
async function retryRefused(): Promise<void> {
  await withFolder(async (dataDir) => {
    const mailServer = await startMailServer();
    const site = await startSite({ dataDir, SMTP_URL: mailServer.url });
    mailServer.state.mood = "refuse recipient";
    const visits = await accepted(site, 1);
    await until("both are refused", () => countWaiting(dataDir) === 1 && hasFailedAttempt(dataDir));
    assert.deepEqual((await site.health()).problems, ["mail-to-trainer-refused"]);
    mailServer.state.mood = "accept";
    site.passTime(dayMs);
    await until("the enquiry arrives", () => everythingLeft(site));
    assert.equal(mailServer.received.length, 1);
    // Health looks once in five seconds.
    site.passTime(minuteMs);
    assert.deepEqual((await site.health()).problems, []);
    await site.stop();
    const stored = readSqlite(dataDir);
    assertNothingLost(stored, visits);
    const ends = Object.fromEntries(stored.messages.map(({ kind, status }) => [kind, status]));
    assert.deepEqual(ends, { trainer: "sent", visitor: "dead" });
    await mailServer.stop();
  });
}

/** Wrong credentials are reported at once, even before any enquiry, and nothing is lost. */
export async function refuseCredentials(): Promise<string> {
  return withFolder(async (dataDir) => {
    const mailServer = await startMailServer({ password: "right" });
    const url = (password: string) => mailServer.url.replace("//", `//user:${password}@`);
    const wrong = await startSite({ dataDir, SMTP_URL: url("wrong") });
    await until("health tells", async () =>
      (await wrong.health()).problems.includes("mail-refuses-credentials"),
    );
    assert.equal((await wrong.health()).status, 503);
    const visits = await accepted(wrong, 3);
    await wrong.stop();
    const right = await startSite({ dataDir, SMTP_URL: url("right") });
    await until("everything arrives", () => everythingLeft(right));
    await until("health tells", async () => (await right.health()).problems.length === 0);
    await right.stop();
    const stored = readSqlite(dataDir);
    assertNothingLost(stored, visits);
    assert.equal(assertAllDelivered(stored, mailServer), 0);
    await mailServer.stop();
    return "health 503 at once; with the right ones everything arrived once";
  });
}

/** The clock jumps a day back and forward while messages wait for their next attempt. */
export async function moveClock(): Promise<string> {
  for (const byMs of [-dayMs, dayMs]) {
    await withFolder(async (dataDir) => {
      const mailServer = await startMailServer();
      const site = await startSite({ dataDir, SMTP_URL: mailServer.url });
      mailServer.state.mood = "not now";
      const visits = await accepted(site, 2);
      await until("the first attempts are over", () => haveAllFailed(dataDir));
      site.setClock(byMs);
      mailServer.state.mood = "accept";
      visits.push(...(await accepted(site, 1)));
      await until("everything arrives at once", () => everythingLeft(site));
      assert.equal(await send(site.baseUrl, visits[0] ?? newVisit()), 201);
      await site.stop();
      const stored = readSqlite(dataDir);
      assertNothingLost(stored, visits);
      assert.equal(assertAllDelivered(stored, mailServer), 0);
      await mailServer.stop();
    });
  }
  return "everything arrived once, without waiting for the day";
}

/** Messages that wait when the server stops are sent after its next start. */
export async function restartContinues(): Promise<string> {
  return withFolder(async (dataDir) => {
    const port = await freePort();
    const down = await startMailServer({ port });
    await down.stop();
    const before = await startSite({ dataDir, SMTP_URL: down.url });
    const visits = await accepted(before, 5);
    assert.equal(await before.stop(), 0);
    const up = await startMailServer({ port });
    const after = await startSite({ dataDir, SMTP_URL: up.url });
    await until("everything arrives", () => everythingLeft(after));
    await after.stop();
    const stored = readSqlite(dataDir);
    assertNothingLost(stored, visits);
    assert.equal(assertAllDelivered(stored, up), 0);
    await up.stop();
    return "ten e-mails that waited for a mail server were sent after the restart";
  });
}

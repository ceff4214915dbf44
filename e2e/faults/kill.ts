import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { startMailServer } from "../../enquiries/testing/mail-server.ts";
import {
  assertAllDelivered,
  assertNothingLost,
  countLeased,
  countWaiting,
  readSqlite,
  until,
  untilOutboxIsEmpty,
} from "./evidence.ts";
import type { RunOptions } from "./run-options.ts";
import { startSite, withFolder } from "./site.ts";
import { newVisit, sendAll, type Visit } from "./visitors.ts";

/** kill -9 at random moments of a burst, in many rounds on the same database. */
export async function killInBurst({ short }: RunOptions): Promise<string> {
  const { rounds, visitsPerRound } = short
    ? { rounds: 2, visitsPerRound: 60 }
    : { rounds: 20, visitsPerRound: 300 };
  return withFolder(async (dataDir) => {
    const mailServer = await startMailServer();
    const settings = { dataDir, SMTP_URL: mailServer.url };
    const visits: Visit[] = [];
    let confirmedBeforeKill = 0;
    for (let round = 0; round < rounds; round += 1) {
      const burst = Array.from({ length: visitsPerRound }, newVisit);
      visits.push(...burst);
      const site = await startSite(settings);
      const sending = sendAll(burst, () => site.baseUrl);
      // Timed by progress, so that the kills fall into the burst on slow and fast machines alike.
      const killAfter = Math.floor(Math.random() * visitsPerRound);
      await until("the burst goes on", () => countConfirmed(burst) >= killAfter);
      await sleep(Math.random() * 20);
      await site.kill();
      await sending;
      confirmedBeforeKill += countConfirmed(burst);
      assertNothingLost(readSqlite(dataDir), visits);
    }

    // Pages resend what was not confirmed, and reloaded pages resend what was.
    const site = await startSite(settings);
    await sendAll(visits, () => site.baseUrl);
    assertNothingLost(readSqlite(dataDir), visits);
    await untilOutboxIsEmpty(() => countWaiting(dataDir));
    await site.stop();
    const stored = readSqlite(dataDir);
    const twice = assertAllDelivered(stored, mailServer);
    await mailServer.stop();
    return `${rounds} kills, ${visits.length} enquiries (${confirmedBeforeKill} confirmed before a kill), ${stored.messages.length} e-mails, ${twice} delivered twice under the same Message-ID`;
  });
}

// Less than the dead process's lease of a minute, which the next process does not wait for. Slow machines take 5 seconds.
const mostMsAfterStart = 55_000;

/** kill -9 while a message is at the mail server, again and again. The next process sends what was promised at its start. */
export async function killWhileSending({ short }: RunOptions): Promise<string> {
  return withFolder(async (dataDir) => {
    const mailServer = await startMailServer();
    const settings = { dataDir, SMTP_URL: mailServer.url };
    const visits: Visit[] = [];
    const tookMs: number[] = [];
    for (let round = 0; round < (short ? 2 : 20); round += 1) {
      mailServer.state.mood = "hang after data";
      const site = await startSite(settings);
      const burst = Array.from({ length: 3 }, newVisit);
      visits.push(...burst);
      await sendAll(burst, () => site.baseUrl);
      await until("messages are at the mail server", () => countLeased(dataDir) > 0);
      await site.kill();
      assert.ok(countLeased(dataDir) > 0, "the dead process still has its lease");

      mailServer.state.mood = "accept";
      const next = await startSite(settings);
      const listeningAt = performance.now();
      await untilOutboxIsEmpty(() => countWaiting(dataDir));
      tookMs.push(performance.now() - listeningAt);
      assert.equal(await next.stop(), 0);
    }
    assert.ok(
      Math.max(...tookMs) < mostMsAfterStart,
      `sent before a lease of a minute ends, not after ${tookMs} ms`,
    );
    const stored = readSqlite(dataDir);
    assertNothingLost(stored, visits);
    assert.equal(assertAllDelivered(stored, mailServer), 0, "no message is sent twice");
    await mailServer.stop();
    return `${tookMs.length} kills, ${stored.messages.length} e-mails, all sent within ${(Math.max(...tookMs) / 1000).toFixed(1)} s after the restart, none twice`;
  });
}

const countConfirmed = (visits: Visit[]) => visits.filter(({ references }) => references.size > 0).length;

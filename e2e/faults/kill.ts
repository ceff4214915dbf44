import { setTimeout as sleep } from "node:timers/promises";
import { startMailServer } from "../../enquiries/testing/mail-server.ts";
import {
  assertAllDelivered,
  assertNothingLost,
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
      await until("the burst goes on", () => countConfirmed(burst) >= killAfter, 120_000);
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
    await untilOutboxIsEmpty(async () => countWaiting(dataDir), short && site);
    await site.stop();
    const stored = readSqlite(dataDir);
    const twice = assertAllDelivered(stored, mailServer);
    await mailServer.stop();
    return `${rounds} kills, ${visits.length} enquiries (${confirmedBeforeKill} confirmed before a kill), ${stored.messages.length} e-mails, ${twice} delivered twice under the same Message-ID`;
  });
}

const countConfirmed = (visits: Visit[]) => visits.filter(({ references }) => references.size > 0).length;

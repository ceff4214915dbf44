import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { startMailServer } from "../../enquiries/testing/mail-server.ts";
import { startPostgres } from "../../enquiries/testing/postgres.ts";
import {
  assertAllDelivered,
  assertNothingLost,
  readPostgres,
  until,
  untilOutboxIsEmpty,
} from "./evidence.ts";
import type { RunOptions } from "./run-options.ts";
import { startSite, withFolder } from "./site.ts";
import { newVisit, sendAll } from "./visitors.ts";

/** Two servers on one PostgreSQL share a burst, and one of them is killed midway. */
export async function killOneOfTwo({ short }: RunOptions): Promise<string> {
  const postgres = await startPostgres();
  if (!postgres) return "!!! SKIPPED: no PostgreSQL can be had here";
  return withFolder(async (dataDir) => {
    const mailServer = await startMailServer();
    const settings = { dataDir, SMTP_URL: mailServer.url, DATABASE_URL: postgres.url };
    const countWaiting = async () => {
      // Each look is a connection of its own, and what the dead server was sending waits for a minute.
      await sleep(1_000);
      return (await readPostgres(postgres.url)).messages.filter(({ status }) => status === "waiting").length;
    };
    const [one, other] = [await startSite(settings), await startSite(settings)];
    const calm = Array.from({ length: short ? 15 : 50 }, newVisit);
    await sendAll(calm, (index) => (index % 2 ? one : other).baseUrl);
    await untilOutboxIsEmpty(countWaiting);
    assert.equal(
      assertAllDelivered(await readPostgres(postgres.url), mailServer),
      0,
      "no message is sent twice",
    );

    const visits = Array.from({ length: short ? 60 : 600 }, newVisit);
    const sending = sendAll(visits, (index) => (index % 2 ? one : other).baseUrl);
    await until(
      "the burst goes on",
      () => visits.filter(({ references }) => references.size > 0).length > 20,
    );
    await one.kill();
    await sending;
    await sendAll(visits, () => other.baseUrl);
    assert.ok(
      visits.every(({ references }) => references.size === 1),
      "the other server takes everything",
    );
    await untilOutboxIsEmpty(countWaiting);
    assert.equal(await other.stop(), 0);
    const stored = await readPostgres(postgres.url);
    assertNothingLost(stored, [...calm, ...visits]);
    const twice = assertAllDelivered(stored, mailServer);
    await mailServer.stop();
    await postgres.stop();
    return `${visits.length} enquiries, ${stored.messages.length} e-mails, ${twice} delivered twice under the same Message-ID`;
  });
}

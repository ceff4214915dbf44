import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createTestLog } from "../testing/fixtures.ts";
import { startPostgres } from "../testing/postgres.ts";
import { openDatabase } from "./database.server.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

test.skipIf(!postgres)(
  "a start waits for another server's migration longer than any enquiry would wait for a lock",
  async () => {
    const options = { dataDir: "", databaseUrl: postgres?.url, log: createTestLog() };
    const first = await openDatabase(options);
    const waiting = () =>
      sql<{ count: number }>`select count(*) as count from pg_locks where not granted`.execute(first.db);
    const opening = first.db.transaction().execute(async (transaction) => {
      await sql`lock table kysely_migration in access exclusive mode`.execute(transaction);
      const second = openDatabase({ ...options, busyTimeoutMs: 100 });
      await expect.poll(async () => (await waiting()).rows[0]?.count).toBe(1);
      await sleep(300);
      return { second };
    });
    const second = await (await opening).second;
    const timeouts = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name in ('lock_timeout', 'statement_timeout') order by name
    `.execute(second.db);
    expect(timeouts.rows).toEqual([
      { name: "lock_timeout", setting: "100" },
      { name: "statement_timeout", setting: "200" },
    ]);
    await second.close();
    await first.close();
  },
);

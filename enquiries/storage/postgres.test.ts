import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createTestLog } from "../testing/fixtures.ts";
import { startPostgres } from "../testing/postgres.ts";
import { openDatabase } from "./database.server.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

test.skipIf(!postgres)(
  "a start waits for another server's migration longer than any enquiry would wait for a lock; P9.2 no query is compiled",
  async () => {
    const options = { dataDir: "", databaseUrl: postgres?.url, log: createTestLog() };
    const first = await openDatabase(options);
    const waiting = () =>
      sql<{ count: number }>`select count(*) as count from pg_locks where not granted`.execute(first.db);
    const opening = first.db.transaction().execute(async (transaction) => {
      await sql`lock table kysely_migration in access exclusive mode`.execute(transaction);
      const second = openDatabase({ ...options, busyTimeoutMs: 1_000 });
      await expect.poll(async () => (await waiting()).rows[0]?.count).toBe(1);
      await sleep(1_500);
      return { second };
    });
    const second = await (await opening).second;
    const settings = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name in ('jit', 'lock_timeout', 'statement_timeout') order by name
    `.execute(second.db);
    expect(settings.rows).toEqual([
      { name: "jit", setting: "off" },
      { name: "lock_timeout", setting: "1000" },
      { name: "statement_timeout", setting: "2000" },
    ]);
    await second.close();
    await first.close();
  },
);

test.skipIf(!postgres)("a connection that is lost as soon as it is open is released", async () => {
  const proxy = await startCuttingProxy(postgres?.url ?? "");
  const database = await openDatabase({ dataDir: "", databaseUrl: proxy.url, log: createTestLog() });
  const ask = () => sql`select 1`.execute(database.db);
  proxy.cutAt("synchronous_commit");
  for (let attempt = 0; attempt < 12; attempt += 1) await expect(ask()).rejects.toThrow();
  proxy.cutAt(undefined);
  // The pool has ten.
  await ask();
  await database.close();
  await proxy.stop();
});

test.skipIf(!postgres)(
  "a server that has vanished without a word is an error, not an endless wait",
  async () => {
    const proxy = await startCuttingProxy(postgres?.url ?? "");
    const options = { dataDir: "", databaseUrl: proxy.url, busyTimeoutMs: 1_000, log: createTestLog() };
    const database = await openDatabase(options);
    const ask = () => sql`select 1`.execute(database.db);
    await ask();
    proxy.swallow(true);
    const waited = Promise.race([ask(), sleep(20_000, "waited in vain")]);
    await expect(waited).rejects.toThrow();
    proxy.swallow(false);
    await ask();
    await database.close();
    await proxy.stop();
  },
);

/** A proxy in front of PostgreSQL that cuts every connection that sends certain words, or swallows all that is sent. */
async function startCuttingProxy(url: string) {
  let words: string | undefined;
  let swallows = false;
  const { hostname, port } = new URL(url);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.on("data", (bytes) => {
      if (swallows) return;
      if (words !== undefined && bytes.includes(words)) upstream.destroy();
      else upstream.write(bytes);
    });
    upstream.pipe(client);
    upstream.on("close", () => client.destroy()).on("error", () => {});
    client.on("close", () => upstream.destroy()).on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port");
  return {
    url: Object.assign(new URL(url), { port: String(address.port) }).href,
    cutAt(next: string | undefined) {
      words = next;
    },
    swallow(next: boolean) {
      swallows = next;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

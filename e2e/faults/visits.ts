import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "../../enquiries/storage/database.server.ts";
import { startPostgres } from "../../enquiries/testing/postgres.ts";
import { ask } from "./ask.ts";
import type { RunOptions } from "./run-options.ts";
import { type Site, startSite, withFolder } from "./site.ts";

const minuteMs = 60_000;
/** For a timer that is late and a batch that is on its way to the disk. */
const slackMs = 3_000;
const pauseMs = 40;

const silent = { info() {}, warn() {}, error() {} };

/** Of a browser that comes from somewhere else. */
const navigation = {
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-Site": "none",
};

/**
 * Two servers count visits into one database, and one is killed: around the moment at which it adds its minute, and at any other. What was
 * counted twice would be found as more than there was; what is missing was counted in the last minute of the killed one (C6.3).
 */
export async function killWhileCounting({ seed }: RunOptions): Promise<string> {
  const postgres = await startPostgres();
  const killsAt = [minuteMs, 1.3 * minuteMs + (seed % 400) * 100];
  // At once, because each waits for minutes.
  const told = await Promise.all(
    killsAt.flatMap((killAt) => [
      countUntilKilled("SQLite", "", killAt),
      ...(postgres ? [countUntilKilled("PostgreSQL", postgres.url, killAt)] : []),
    ]),
  );
  await postgres?.stop();
  return told.join("; ");
}

async function countUntilKilled(storage: string, databaseUrl: string, killAt: number): Promise<string> {
  return withFolder(async (dataDir) => {
    const tag = `po-${killAt}`;
    const settings = { dataDir, DATABASE_URL: databaseUrl, VISIT_TAGS: tag };
    const [killed, other] = [await startSite(settings), await startSite(settings)];
    const startedAt = performance.now();
    const [byKilled, byOther]: [number[], number[]] = [[], []];
    let isOver = false;
    const visiting = [visitOn(killed, byKilled), visitOn(other, byOther)];
    await sleep(startedAt + killAt - performance.now());
    const killedAt = performance.now();
    await killed.kill();
    await sleep(2_000);
    isOver = true;
    await Promise.all(visiting);
    assert.equal(await other.stop(), 0);

    const stored = await countStored(dataDir, databaseUrl, `z:${tag}`);
    const all = byKilled.length + byOther.length;
    const early = byKilled.filter((at) => at < killedAt - minuteMs - slackMs).length;
    const lost = all - stored;
    assert.ok(byKilled.length > 500 && byOther.length > 500, "visits were counted");
    assert.ok(lost >= 0, `${storage}: nothing is counted twice, but ${stored} of ${all} are stored`);
    assert.ok(lost <= byKilled.length - early, `${storage}: ${lost} lost, ${early} were older than a minute`);
    return `${storage}, killed after ${(killAt / 1000).toFixed(1)} s: ${stored} of ${all} visits stored, ${lost} of the killed server's ${byKilled.length} lost`;

    /** One visit after the other; the moment of each. */
    async function visitOn(site: Site, seen: number[]): Promise<void> {
      const script = /data-script="([^"]+)/.exec((await ask(site, "/")).text)?.[1] ?? "";
      assert.match(script, /^\/assets\//);
      while (!isOver) {
        try {
          await ask(site, `/?z=${tag}`, { headers: navigation });
          seen.push(performance.now());
          await ask(site, script);
        } catch (error) {
          if (site === other) throw error;
          return;
        }
        await sleep(pauseMs);
      }
    }
  });
}

async function countStored(dataDir: string, databaseUrl: string, source: string): Promise<number> {
  const database = await openDatabase({ dataDir, databaseUrl, log: silent });
  const rows = await database.db.selectFrom("visits").select("count").where("source", "=", source).execute();
  await database.close();
  return rows.reduce((sum, { count }) => sum + count, 0);
}

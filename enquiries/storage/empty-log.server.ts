import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "./database.server.ts";

const pauseMs = 50;

/**
 * Empties SQLite's write-ahead log, in which deleted text stays until then. False when another process, such as a backup, has
 * been reading for longer than `waitMs`.
 */
export async function emptyLog({ db, pool }: Database, waitMs = 5_000): Promise<boolean> {
  if (pool) return true;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return true;
    if (waitedMs >= waitMs) return false;
    await sleep(pauseMs);
  }
}

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import type { Log } from "../log.ts";
import { migrate } from "./migrate.server.ts";
import { migrationPatience, openPostgres } from "./postgres.server.ts";
import { isBusy, nodeSqliteDialect, openSqlite } from "./sqlite.server.ts";
import type { Tables } from "./tables.server.ts";

export type Database = {
  db: Kysely<Tables>;
  /** The connections when it is PostgreSQL, undefined for SQLite. */
  pool: Pool | undefined;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  dataDir: string;
  /** `postgres://...`; left out: SQLite in `dataDir`. */
  databaseUrl?: string | undefined;
  /** How long a transaction waits for another process's lock; on SQLite the opening does so too. */
  busyTimeoutMs?: number;
  log: Log;
};

export const sqliteFile = (dataDir: string) => join(dataDir, "enquiries.sqlite");

const defaultBusyTimeoutMs = 5_000;

/** Opens the database and migrates it; throws when it cannot be opened or a newer version has written it. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, busyTimeoutMs = defaultBusyTimeoutMs } = options;
  return databaseUrl
    ? openPostgresDatabase(databaseUrl, { ...options, busyTimeoutMs })
    : openSqliteDatabase({ ...options, busyTimeoutMs });
}

type OpenOptions = DatabaseOptions & { busyTimeoutMs: number };

/** Two processes may start at once, or one after a crash whose log another is still reading back. */
async function openSqliteDatabase({ dataDir, busyTimeoutMs }: OpenOptions): Promise<Database> {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      const sqlite = openSqlite(sqliteFile(dataDir));
      return await migrated(new Kysely({ dialect: nodeSqliteDialect(sqlite, busyTimeoutMs) }), undefined);
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(20);
    }
  }
}

async function openPostgresDatabase(url: string, { busyTimeoutMs, log }: OpenOptions): Promise<Database> {
  const migrating = openPostgres(url, { ...migrationPatience, log });
  const { close } = await migrated(
    new Kysely({ dialect: new PostgresDialect({ pool: migrating }) }),
    migrating,
  );
  await close();
  const pool = openPostgres(url, {
    lockTimeoutMs: busyTimeoutMs,
    statementTimeoutMs: 2 * busyTimeoutMs,
    log,
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

async function migrated(db: Kysely<Tables>, pool: Pool | undefined): Promise<Database> {
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, pool, close: () => db.destroy() };
}

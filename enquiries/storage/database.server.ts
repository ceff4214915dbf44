import { join } from "node:path";
import { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Log } from "../log.ts";
import { migrate } from "./migrate.server.ts";
import { openPostgres, postgresDialect } from "./postgres.server.ts";
import { NodeSqliteDialect, openSqlite } from "./sqlite.server.ts";
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
  /** SQLite: how long a transaction waits for another process's lock. */
  busyTimeoutMs?: number;
  log: Log;
};

export const sqliteFile = (dataDir: string) => join(dataDir, "enquiries.sqlite");

/** Opens the database and migrates it; throws when it cannot be opened or a newer version has written it. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { dataDir, databaseUrl, busyTimeoutMs = 5_000, log } = options;
  const pool = databaseUrl ? openPostgres(databaseUrl, log) : undefined;
  const db = new Kysely<Tables>({
    dialect: pool
      ? postgresDialect(pool)
      : new NodeSqliteDialect(openSqlite(sqliteFile(dataDir)), busyTimeoutMs),
  });
  try {
    await migrate(db);
  } catch (fault) {
    await db.destroy();
    throw fault;
  }
  return { db, pool, close: () => db.destroy() };
}

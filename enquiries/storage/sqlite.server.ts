import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import { isDiskFull } from "./private-file.server.ts";

/**
 * Opens the embedded database; creates it, readable by its owner only, if it is missing. On a full disk, where processes cannot share it,
 * this one has it alone until it is closed.
 */
export function openSqlite(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, "a", 0o600));
  try {
    return openIn("normal", file);
  } catch (error) {
    if (isDiskFull(error)) return openIn("exclusive", file);
    throw error;
  }
}

function openIn(mode: "normal" | "exclusive", file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 10 });
  try {
    database.exec(`pragma locking_mode = ${mode}; pragma journal_mode = wal`);
    database.exec("pragma synchronous = full; pragma secure_delete = on");
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** Kysely on node:sqlite, with transactions that take the write lock at once. */
export function nodeSqliteDialect(database: DatabaseSync, busyTimeoutMs: number): Dialect {
  class NodeSqliteDriver extends SqliteDriver {
    // SQLite's own busy time-out would block the thread and all requests, so the long wait happens here.
    override async acquireConnection(): Promise<DatabaseConnection> {
      const connection = await super.acquireConnection();
      return {
        executeQuery: (query) => retryWhileBusy(busyTimeoutMs, () => connection.executeQuery(query)),
        streamQuery: (...query) => connection.streamQuery(...query),
      };
    }

    override async beginTransaction(connection: DatabaseConnection): Promise<void> {
      await connection.executeQuery(CompiledQuery.raw("begin immediate"));
    }

    // A full disk has already rolled back; a second rollback would hide that error behind its own.
    override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
      if (database.isTransaction) await super.rollbackTransaction(connection);
    }
  }

  const config = { database: asBetterSqlite(database) };
  return Object.assign(new SqliteDialect(config), {
    createDriver: () => new NodeSqliteDriver(config),
    createAdapter: () => new TransactionalDdlAdapter(),
  });
}

class TransactionalDdlAdapter extends SqliteAdapter {
  // SQLite supports it; Kysely disables it only because of its default driver.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Whether SQLite failed because another process has the lock. */
export const isBusy = (error: unknown) => (Number((error as { errcode?: number }).errcode) & 0xff) === 5;

/** Retries the work while another process holds the lock, for at most `busyTimeoutMs`. */
export async function retryWhileBusy<T>(busyTimeoutMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(20);
    }
  }
}

function asBetterSqlite(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
        iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
      };
    },
  };
}

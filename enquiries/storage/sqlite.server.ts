import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
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

/** Kysely on node:sqlite, with transactions that take the write lock at once. Streams nothing and names no inserted row. */
export function nodeSqliteDialect(database: DatabaseSync, busyTimeoutMs: number): Dialect {
  const connection: DatabaseConnection = {
    // SQLite's own busy time-out would block the thread and all requests, so the long wait happens here.
    executeQuery: <Row>({ sql, parameters }: CompiledQuery) =>
      retryWhileBusy(busyTimeoutMs, async () => {
        const statement = database.prepare(sql);
        const values = parameters as SQLInputValue[];
        if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };
        return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
      }),
    streamQuery() {
      throw new Error("not supported");
    },
  };
  const run = async (command: string) => void (await connection.executeQuery(CompiledQuery.raw(command)));

  return {
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      beginTransaction: () => run("begin immediate"),
      commitTransaction: () => run("commit"),
      // A full disk has already rolled back; a second rollback would hide that error behind its own.
      rollbackTransaction: async () => (database.isTransaction ? run("rollback") : undefined),
      releaseConnection: async () => {},
      destroy: async () => database.close(),
    }),
    createAdapter: () => new TransactionalDdlAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
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

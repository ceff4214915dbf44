import { type ClientBase, Pool, types } from "pg";
import { minuteMs } from "../clock.ts";
import { describeError, type Log } from "../log.ts";

type PostgresOptions = { lockTimeoutMs: number; statementTimeoutMs: number; log: Log };

/** A migration may rewrite all data, or wait for another server's migration. */
export const migrationTimeouts = { lockTimeoutMs: 10 * minuteMs, statementTimeoutMs: 10 * minuteMs };

/** Opens a pool in which every wait has a time-out, so that a dead database causes a 503 instead of a hanging form. */
export function openPostgres(url: string, { lockTimeoutMs, statementTimeoutMs, log }: PostgresOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    types: { getTypeParser },
    // Not the dialect's own hook, which never releases a connection that is lost in it.
    onConnect: commitToDisk,
  });
  // Without listeners, a connection closed by the server would end the process. The pool listens on idle connections only, not on those in
  // use between two queries.
  pool.on("error", (error) => log.warn(describeError(error), "database connection lost"));
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** The thank-you page promises that the enquiry is on disk, whatever the server's default is. */
function commitToDisk(client: ClientBase) {
  return client.query(
    "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'",
  );
}

const int8 = 20;

// Our bigints are milliseconds and counts: numbers are exact for them.
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: unknown) =>
  oid === int8 ? Number : types.getTypeParser(oid, format as "text");

import { type ClientBase, Pool, types } from "pg";
import { minuteMs } from "../clock.ts";
import { describeError, type Log } from "../log.ts";

type PostgresOptions = { lockTimeoutMs: number; statementTimeoutMs: number; log: Log };

/** A migration may rewrite all that there is, or wait for another server that does. */
export const migrationTimeouts = { lockTimeoutMs: 10 * minuteMs, statementTimeoutMs: 10 * minuteMs };

/** A pool of connections; every wait in it ends, so that a dead database is a 503 and not a hanging form. */
export function openPostgres(url: string, { lockTimeoutMs, statementTimeoutMs, log }: PostgresOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    types: { getTypeParser },
    // Not the dialect's own hook, which never gives back a connection that is lost in it.
    onConnect: commitToDisk,
  });
  // Without listeners a connection that the server closes would end the process: the pool hears of idle ones, nobody of those
  // that are in use but between two queries.
  pool.on("error", (error) => log.warn(describeError(error), "database connection lost"));
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** The promise of the thank-you page needs the commit on disk, whatever the server's default is. */
function commitToDisk(client: ClientBase) {
  return client.query(
    "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'",
  );
}

const int8 = 20;

// Our bigints are milliseconds and counts: numbers are exact for them.
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: unknown) =>
  oid === int8 ? Number : types.getTypeParser(oid, format as "text");

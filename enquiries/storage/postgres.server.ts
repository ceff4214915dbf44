import { CompiledQuery, PostgresDialect } from "kysely";
import { Pool, types } from "pg";
import { describeFault, type Log } from "../log.ts";

/** A pool of connections; every wait in it ends after seconds, so that a dead database is a 503 and not a hanging form. */
export function openPostgres(url: string, log: Log): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    types: { getTypeParser },
  });
  // Without listeners a connection that the server closes would end the process: the pool hears of idle ones, nobody of those
  // that are in use but between two queries.
  pool.on("error", (fault) => log.warn(describeFault(fault), "database connection lost"));
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

export function postgresDialect(pool: Pool): PostgresDialect {
  return new PostgresDialect({
    pool,
    // The promise of the thank-you page needs the commit on disk, whatever the server's default is.
    onCreateConnection: async (connection) => {
      await connection.executeQuery(
        CompiledQuery.raw(
          "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'",
        ),
      );
    },
  });
}

const int8 = 20;

// Our bigints are milliseconds and counts: numbers are exact for them.
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: unknown) =>
  oid === int8 ? Number : types.getTypeParser(oid, format as "text");

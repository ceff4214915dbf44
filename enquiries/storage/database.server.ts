import { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Dialect, Kysely, PostgresAdapter, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { type ClientBase, Pool, types } from "pg";
import { minuteMs } from "../clock.ts";
import { describeError, type Log } from "../log.ts";
import { up as initial } from "./migrations/0001-initial.server.ts";
import { up as handling } from "./migrations/0002-handling.server.ts";
import { up as reminderEmails } from "./migrations/0003-reminder-emails.server.ts";
import { up as appointments } from "./migrations/0004-appointments.server.ts";
import { up as nextStep } from "./migrations/0005-next-step.server.ts";
import { up as answers } from "./migrations/0006-answers.server.ts";
import { up as visits } from "./migrations/0007-visits.server.ts";
import { up as opinions } from "./migrations/0008-opinions.server.ts";
import { isDiskFull } from "./private-file.server.ts";
import { nodeSqliteDialect, openSqlite, retryWhileBusy } from "./sqlite.server.ts";
import type { Db, Tables, Transaction } from "./tables.server.ts";

export type Database = ReturnType<typeof databaseOf>;

export type DatabaseOptions = {
  dataDir: string;
  /** `postgres://...`; left out: SQLite in `dataDir`. */
  databaseUrl?: string | undefined;
  /** How long a statement, and with SQLite the opening, waits for another process's lock. */
  busyTimeoutMs?: number;
  log: Log;
};

export const sqliteFile = (dataDir: string) => join(dataDir, "enquiries.sqlite");

/** Opens the database and migrates it; throws when it cannot be opened or a newer version has written it. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { dataDir, databaseUrl, busyTimeoutMs = 5_000, log } = options;
  if (databaseUrl) {
    const connect = (timeouts: typeof migrationTimeouts) =>
      databaseOf(new PostgresDialect({ pool: openPostgres(databaseUrl, timeouts, log) }));
    await (await migrateOrClose(connect(migrationTimeouts))).close();
    return connect({ lock_timeout: busyTimeoutMs, statement_timeout: 2 * busyTimeoutMs });
  }
  // Two processes may start at once, or another may still be recovering the write-ahead log.
  return retryWhileBusy(busyTimeoutMs, async () =>
    migrateOrClose(databaseOf(nodeSqliteDialect(openSqlite(sqliteFile(dataDir)), busyTimeoutMs))),
  );
}

/** A migration may rewrite all data, or wait for another server's migration. */
const migrationTimeouts = { lock_timeout: 10 * minuteMs, statement_timeout: 10 * minuteMs };

/** Opens a pool in which every wait has a time-out, so that a dead database causes a 503 instead of a hanging form. */
function openPostgres(url: string, timeouts: typeof migrationTimeouts, log: Log): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    ...timeouts,
    idle_in_transaction_session_timeout: 30_000,
    // A server that has vanished keeps none of its own time-outs.
    stream: () => endIfSilent(new Socket(), 1.5 * timeouts.statement_timeout),
    // Not the dialect's own hook, which never releases a connection that fails in it.
    onConnect: prepareSession,
  });
  // Without listeners, a connection closed by the server would end the process. The pool listens on idle connections only, not on those in
  // use between two queries.
  pool.on("error", (error) => log.warn(describeError(error), "database connection lost"));
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

const endIfSilent = (socket: Socket, ms: number) =>
  socket.setTimeout(ms, () => socket.destroy(new Error("The database server does not answer")));

/** Commits synchronously even if the server's default is not to, as the thank-you page promises. Our queries are too small for JIT. */
function prepareSession(client: ClientBase) {
  return client.query(
    `select set_config('jit', 'off', false), set_config('synchronous_commit',
      replace(current_setting('synchronous_commit'), 'off', 'on'), false)`,
  );
}

// Our bigints are milliseconds and counts: numbers are exact for them.
types.setTypeParser(types.builtins.INT8, Number);

function databaseOf(dialect: Dialect) {
  const db = new Kysely<Tables>({ dialect });
  return { db, close: () => db.destroy() };
}

async function migrateOrClose(database: Database): Promise<Database> {
  try {
    await migrate(database.db);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

export const migrations = {
  "0001-initial": { up: initial },
  "0002-handling": { up: handling },
  "0003-reminder-emails": { up: reminderEmails },
  "0004-appointments": { up: appointments },
  "0005-next-step": { up: nextStep },
  "0006-answers": { up: answers },
  "0007-visits": { up: visits },
  "0008-opinions": { up: opinions },
};

/** Its message is a line for the owner, in Polish. */
export class NewerDatabaseError extends Error {
  override name = "NewerDatabaseError";
}

/** Migrates the tables in one transaction; throws if a newer version of the program has migrated them. */
export async function migrate(db: Db): Promise<void> {
  const newer = (await appliedMigrations(db)).find((name) => !Object.hasOwn(migrations, name));
  if (newer) {
    throw new NewerDatabaseError(
      `Baza danych pochodzi z nowszej wersji programu (krok ${newer}). ` +
        "Zainstaluj tę wersję albo przywróć kopię zapasową z czasu obecnej wersji.",
    );
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Names of the applied migrations, oldest first; none if the database is empty. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === "kysely_migration")) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

export const isPostgres = (db: Db) => db.getExecutor().adapter instanceof PostgresAdapter;

/** The row of an enquiry, canaries included; undefined if there is none. */
export const findEnquiryRow = (db: Db, reference: string | null) =>
  db.selectFrom("enquiries").selectAll().where("reference", "=", reference).executeTakeFirst();

export const withEnquiries = (db: Db) =>
  db.selectFrom("appointments").innerJoin("enquiries", "enquiries.reference", "appointments.reference");

/** Whether the database refused overlapping appointments: by the exclusion constraint on PostgreSQL, by a trigger on SQLite. */
export function isOverlap(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === "23P01" || message === "appointments_one_at_a_time";
}

/** Transactions that lock the same name take turns. SQLite has one writer at a time anyway. */
export async function lockName(transaction: Transaction, name: string): Promise<void> {
  if (isPostgres(transaction))
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}

/** Runs the work in a transaction. Those with the same name take turns. */
export const inTurn = <Result>(db: Db, name: string, work: (transaction: Transaction) => Promise<Result>) =>
  db.transaction().execute(async (transaction) => {
    await lockName(transaction, name);
    return work(transaction);
  });

/** Explains in Polish why the database could not be opened. */
export function explainDatabaseError(
  error: unknown,
  { dataDir, databaseUrl }: Pick<DatabaseOptions, "dataDir" | "databaseUrl">,
): string {
  if (error instanceof NewerDatabaseError) return error.message;
  const place = databaseUrl === undefined ? `w folderze ${dataDir} (DATA_DIR)` : "DATABASE_URL";
  return `Nie można otworzyć bazy danych ${place}.${isDiskFull(error) ? " Na dysku nie ma miejsca." : ""}`;
}

/** Empties SQLite's write-ahead log, which holds deleted text until then. False if another process has read for five seconds. */
export async function truncateWal({ db }: Database): Promise<boolean> {
  if (isPostgres(db)) return true;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return true;
    await sleep(50);
  }
  return false;
}

import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, test } from "vitest";
import { type Database, openDatabase } from "../storage/database.server.ts";
import { createTestLog, makeTemporaryFolder } from "./fixtures.ts";
import { startPostgres } from "./postgres.ts";

export type Engine = {
  /** A connection of its own to the same database, like another process. Later tests have it again. */
  open(): Promise<Database>;
  /** Opens the database like a program that starts, which updates its tables. */
  openAnew(): Promise<Database>;
  dataDir: string;
  /** Empties the tables and takes the connections back. */
  empty(): Promise<void>;
  stop(): Promise<void>;
};

/** Runs the tests on both databases; without PostgreSQL one line says so. */
export async function describeOnEngines(tests: (engine: Engine) => void): Promise<void> {
  for (const kind of ["SQLite", "PostgreSQL"] as const) {
    const engine = await startEngine(kind);
    describe(kind, () => {
      if (!engine) return test.skip("is not on this machine");
      beforeEach(() => engine.empty());
      afterAll(() => engine.stop());
      tests(engine);
    });
  }
}

/** Those that no other table empties with it. */
const tables = [
  "opinions",
  "ready_answers",
  "outbox",
  "enquiries",
  "jobs",
  "canary_tokens",
  "enquiry_limits",
  "slot_exceptions",
  "visits",
];

/** Undefined where there is no PostgreSQL. */
async function startEngine(kind: "SQLite" | "PostgreSQL"): Promise<Engine | undefined> {
  const postgres = kind === "PostgreSQL" ? await startPostgres() : undefined;
  if (kind === "PostgreSQL" && !postgres) return undefined;
  const folder = makeTemporaryFolder();
  const connect = () =>
    openDatabase({
      dataDir: folder.path,
      databaseUrl: postgres?.url,
      busyTimeoutMs: 60_000,
      log: createTestLog(),
    });
  const first = await connect();
  const taken: Database[] = [];
  const free: Database[] = [];
  async function openAnew() {
    const database = await connect();
    taken.push(database);
    return database;
  }
  return {
    dataDir: folder.path,
    openAnew,
    async open() {
      const database = free.pop();
      if (!database) return openAnew();
      taken.push(database);
      return database;
    },
    async empty() {
      free.push(...taken.splice(0));
      const statements = tables.map((table) => `delete from ${table}`);
      // PostgreSQL takes them all at once.
      for (const statement of postgres ? [statements.join(";")] : statements)
        await sql.raw(statement).execute(first.db);
      rmSync(join(folder.path, "erasures.json"), { force: true });
    },
    async stop() {
      await Promise.all([first, ...free, ...taken].map((database) => database.close()));
      await postgres?.stop();
      folder.remove();
    },
  };
}

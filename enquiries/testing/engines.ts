import { sql } from "kysely";
import { afterAll, beforeEach, describe, test } from "vitest";
import { type Database, openDatabase } from "../storage/database.server.ts";
import { createTestLog, makeTemporaryFolder } from "./fixtures.ts";
import { startPostgres } from "./postgres.ts";

export type Engine = {
  /** One more connection to the same database, as another process would have it. */
  open(): Promise<Database>;
  empty(): Promise<void>;
  stop(): Promise<void>;
};

/** A database of one of the two kinds, for tests that must hold on both; undefined where there is no PostgreSQL. */
export async function startEngine(kind: "SQLite" | "PostgreSQL"): Promise<Engine | undefined> {
  const postgres = kind === "PostgreSQL" ? await startPostgres() : undefined;
  if (kind === "PostgreSQL" && !postgres) return undefined;
  const folder = makeTemporaryFolder();
  const opened: Database[] = [];
  async function open(): Promise<Database> {
    const database = await openDatabase({
      dataDir: folder.path,
      databaseUrl: postgres?.url,
      busyTimeoutMs: 500,
      log: createTestLog(),
    });
    opened.push(database);
    return database;
  }
  const first = await open();
  return {
    open,
    async empty() {
      for (const table of ["outbox", "enquiries", "jobs", "canary_tokens", "enquiry_limits"]) {
        await sql`delete from ${sql.table(table)}`.execute(first.db);
      }
    },
    async stop() {
      await Promise.all(opened.map((database) => database.close()));
      await postgres?.stop();
      folder.remove();
    },
  };
}

/** Runs the same tests on both kinds of database, each starting empty; a missing PostgreSQL shows as skipped. */
export async function onBothEngines(tests: (engine: Engine) => void): Promise<void> {
  for (const kind of ["SQLite", "PostgreSQL"] as const) {
    const engine = await startEngine(kind);
    describe.skipIf(!engine)(kind, () => {
      if (!engine) return test("is not on this machine", () => {});
      beforeEach(() => engine.empty());
      afterAll(() => engine.stop());
      tests(engine);
    });
  }
}

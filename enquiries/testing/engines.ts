import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, test } from "vitest";
import { type Database, openDatabase } from "../storage/database.server.ts";
import { createTestLog, makeTemporaryFolder } from "./fixtures.ts";
import { startPostgres } from "./postgres.ts";

export type Engine = {
  /** Opens another connection to the same database, like another process. */
  open(): Promise<Database>;
  dataDir: string;
  /** Empties the tables and closes the connections opened since. */
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
  const opened: Database[] = [];
  return {
    dataDir: folder.path,
    async open() {
      const database = await connect();
      opened.push(database);
      return database;
    },
    async empty() {
      await Promise.all(opened.splice(0).map((database) => database.close()));
      for (const table of [
        "opinions",
        "ready_answers",
        "outbox",
        "enquiries",
        "jobs",
        "canary_tokens",
        "enquiry_limits",
        "slot_exceptions",
        "visits",
      ]) {
        await sql`delete from ${sql.table(table)}`.execute(first.db);
      }
      rmSync(join(folder.path, "erasures.json"), { force: true });
    },
    async stop() {
      await Promise.all([first, ...opened].map((database) => database.close()));
      await postgres?.stop();
      folder.remove();
    },
  };
}

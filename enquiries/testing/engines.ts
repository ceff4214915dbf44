import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { type Database, openDatabase } from "../storage/database.server.ts";
import { createTestLog, makeTemporaryFolder } from "./fixtures.ts";
import { startPostgres } from "./postgres.ts";

export type Engine = {
  /** One more connection to the same database, as another process would have it. */
  open(): Promise<Database>;
  dataDir: string;
  /** Empties the tables and closes what was opened since. */
  empty(): Promise<void>;
  stop(): Promise<void>;
};

/** A database of one of the two kinds, for tests that must hold on both; undefined where there is no PostgreSQL. */
export async function startEngine(kind: "SQLite" | "PostgreSQL"): Promise<Engine | undefined> {
  const postgres = kind === "PostgreSQL" ? await startPostgres() : undefined;
  if (kind === "PostgreSQL" && !postgres) return undefined;
  const folder = makeTemporaryFolder();
  const connect = () =>
    openDatabase({
      dataDir: folder.path,
      databaseUrl: postgres?.url,
      busyTimeoutMs: 500,
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
      for (const table of ["outbox", "enquiries", "jobs", "canary_tokens", "enquiry_limits"]) {
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

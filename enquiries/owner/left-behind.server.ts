import { rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { sqliteFile } from "../storage/database.server.ts";
import { backUpDatabase } from "./database-backup.server.ts";
import type { DatabaseContents } from "./database-file.server.ts";
import { leftBehindDatabases, leftBehindFile } from "./kept-databases.server.ts";

/** An enquiry that the tables of the running program cannot hold: the columns that a newer program gave it. */
export type LeftEnquiry = Record<string, unknown>;

/** Copies the database aside before an upgrade is taken back, because only the newer program can read it. */
export function leaveBehind(dataDir: string, now: Date): Promise<DatabaseContents> {
  return backUpDatabase(dataDir, leftBehindFile(dataDir, now));
}

/**
 * Takes the enquiries that only a left-behind database has into the current one, with their notes and e-mails, and removes the databases
 * of which nothing is left. Returns the enquiries that the current tables cannot hold. It changes no tables, so the programs before and
 * after an upgrade can both be running.
 */
export async function takeLeftEnquiries(dataDir: string): Promise<LeftEnquiry[]> {
  const left: LeftEnquiry[] = [];
  for (const file of leftBehindDatabases(dataDir)) {
    const remaining = takeFrom(file, dataDir);
    left.push(...remaining);
    if (remaining.length === 0) await rm(file);
  }
  return left;
}

function takeFrom(file: string, dataDir: string): LeftEnquiry[] {
  using database = new DatabaseSync(sqliteFile(dataDir), { timeout: 5_000 });
  database.exec("pragma foreign_keys = on; pragma secure_delete = on");
  database.prepare("attach ? as newer").run(file);
  // An enquiry that its visitor has sent again is there under the same key.
  const missing = database
    .prepare(
      `select * from newer.enquiries where status <> 'canary' and reference not in (select reference from main.enquiries)
        and (key is null or key not in (select key from main.enquiries where key is not null))`,
    )
    .all();
  return missing.filter((enquiry) => !isTaken(database, String(enquiry.reference)));
}

function isTaken(database: DatabaseSync, reference: string): boolean {
  database.exec("begin immediate");
  try {
    for (const table of ["enquiries", "notes", "outbox"]) {
      const columns = commonColumns(database, table).join(", ");
      database
        .prepare(
          `insert into main.${table} (${columns}) select ${columns} from newer.${table} where reference = ?`,
        )
        .run(reference);
    }
    // Its digest stayed behind, so another one has to tell the trainer.
    database
      .prepare(
        `update main.enquiries set digest_id = null
          where reference = ? and digest_id not in (select id from main.outbox)`,
      )
      .run(reference);
    database.exec("commit");
    return true;
  } catch {
    if (database.isTransaction) database.exec("rollback");
    return false;
  }
}

function commonColumns(database: DatabaseSync, table: string): string[] {
  const [ours = [], theirs = []] = ["main", "newer"].map((schema) =>
    database
      .prepare("select name from pragma_table_info(?, ?)")
      .all(table, schema)
      .map(({ name }) => String(name)),
  );
  return ours.filter((name) => theirs.includes(name)).map((name) => `"${name}"`);
}

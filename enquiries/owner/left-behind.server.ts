import { rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { sqliteFile } from "../storage/database.server.ts";
import { leftBehindDatabases } from "./kept-databases.server.ts";

/** An enquiry that the tables of the running program cannot hold: the columns that a newer program gave it. */
export type LeftEnquiry = Record<string, unknown>;

/**
 * Takes the enquiries that only a left-behind database has into the current one, and removes the databases of which nothing is left.
 * Returns the enquiries that the current tables cannot hold. It changes no tables, so the programs before and after an upgrade can both
 * be running.
 */
export async function takeLeftEnquiries(dataDir: string): Promise<LeftEnquiry[]> {
  const left: LeftEnquiry[] = [];
  for (const file of leftBehindDatabases(dataDir)) {
    using database = new DatabaseSync(sqliteFile(dataDir), { timeout: 5_000 });
    database.exec("pragma foreign_keys = on; pragma secure_delete = on");
    database.prepare("attach ? as newer").run(file);
    const remaining = takeMissing(database, "newer");
    left.push(...remaining);
    if (remaining.length === 0) await rm(file);
  }
  return left;
}

/**
 * Takes the enquiries that only an attached database has, with their notes and e-mails. Returns those that the tables here, perhaps of
 * an older program, cannot hold.
 */
export function takeMissing(database: DatabaseSync, from: string): LeftEnquiry[] {
  // An enquiry that its visitor has sent again is there under the same key.
  const missing = database
    .prepare(
      `select * from ${from}.enquiries where status <> 'canary' and reference not in (select reference from main.enquiries)
        and (key is null or key not in (select key from main.enquiries where key is not null))`,
    )
    .all();
  return missing.filter(({ reference }) => !isTaken(database, from, String(reference)));
}

function isTaken(database: DatabaseSync, from: string, reference: string): boolean {
  database.exec("begin immediate");
  try {
    for (const table of ["enquiries", "notes", "outbox"])
      copyRows(database, from, table, "reference = ?", reference);
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

/** Copies rows of an attached database, in the columns that both have. */
export function copyRows(
  database: DatabaseSync,
  from: string,
  table: string,
  condition = "true",
  ...values: string[]
): void {
  const columns = commonColumns(database, from, table).join(", ");
  if (columns === "") return;
  database
    .prepare(
      `insert into main.${table} (${columns}) select ${columns} from ${from}.${table} where ${condition}`,
    )
    .run(...values);
}

function commonColumns(database: DatabaseSync, from: string, table: string): string[] {
  const [ours = [], theirs = []] = ["main", from].map((schema) =>
    database
      .prepare("select name from pragma_table_info(?, ?)")
      .all(table, schema)
      .map(({ name }) => String(name)),
  );
  return ours.filter((name) => theirs.includes(name)).map((name) => `"${name}"`);
}

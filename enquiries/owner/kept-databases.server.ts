import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { dayMs } from "../clock.ts";
import { sqliteFile } from "../storage/database.server.ts";
import { catchMissing } from "../storage/private-file.server.ts";
import type { Erased } from "./inbox.ts";
import { normalEmail } from "./person.server.ts";

/** How long replaced databases are kept; backups go a day earlier. */
export const keptForMs = 30 * dayMs;
const namePattern = /^enquiries-(before-restore|before-upgrade|left-behind)-(\d{4}-\d{2}-\d{2})T.*\.sqlite$/;

/**
 * The file that keeps the database as it was before a restore or an upgrade; `left-behind`: the database of a newer program whose
 * upgrade was rolled back.
 */
export const keptDatabaseFile = (
  dataDir: string,
  now: Date,
  what: "before-restore" | "before-upgrade" | "left-behind",
) => join(dataDir, `enquiries-${what}-${now.toISOString().replace(/[:.]/g, "-")}.sqlite`);

function keptDatabases(dataDir: string) {
  return catchMissing(() => readdirSync(dataDir), []).flatMap((name) => {
    const [, what, day] = namePattern.exec(name) ?? [];
    return day ? [{ file: join(dataDir, name), isLeftBehind: what === "left-behind", day }] : [];
  });
}

/** Databases left behind by upgrades that were rolled back, until their enquiries are in the current one. */
export function leftBehindDatabases(dataDir: string): string[] {
  return keptDatabases(dataDir).flatMap(({ file, isLeftBehind }) => (isLeftBehind ? [file] : []));
}

/** Removes databases that were replaced over a month ago. */
export async function removeOldKeptDatabases(dataDir: string, now: number): Promise<void> {
  for (const { file, isLeftBehind, day } of keptDatabases(dataDir)) {
    if (isLeftBehind || now - Date.parse(day) < keptForMs) continue;
    for (const suffix of ["", "-wal", "-shm"]) await rm(file + suffix, { force: true });
  }
}

/** Erases people from the kept databases; returns the files that cannot be read. */
export function eraseFromKeptDatabases(dataDir: string, people: Erased[]): string[] {
  return keptDatabases(dataDir).flatMap(({ file }) => (eraseFrom(file, people) ? [] : [file]));
}

function eraseFrom(file: string, people: Erased[]): boolean {
  try {
    using database = new DatabaseSync(file, { timeout: 5_000 });
    database.exec("pragma foreign_keys = on; pragma secure_delete = on; pragma journal_mode = memory");
    // Earlier versions had no opinions.
    const hasOpinions = database.prepare("select 1 from sqlite_master where name = 'opinions'").get();
    for (const person of people) {
      const [isTheirs, value] =
        "opinion" in person
          ? ["id = ?", person.opinion]
          : "email" in person
            ? ["lower(email) = ?", normalEmail(person.email)]
            : ["phone = ?", person.phone];
      const isTheirOpinion =
        "opinion" in person ? isTheirs : `reference in (select reference from enquiries where ${isTheirs})`;
      if (hasOpinions) database.prepare(`delete from opinions where ${isTheirOpinion}`).run(value);
      if (!("opinion" in person)) database.prepare(`delete from enquiries where ${isTheirs}`).run(value);
    }
    return true;
  } catch {
    return false;
  }
}

/** An enquiry that the running program's tables cannot hold, in the columns of a newer program. */
export type UnreclaimedEnquiry = Record<string, unknown>;

/**
 * Copies the enquiries that only a left-behind database has into the current one, and removes databases with nothing else in them.
 * Returns the enquiries that the current tables cannot hold. Changes no tables, so the programs before and after an upgrade may both
 * be running.
 */
export async function reclaimEnquiries(dataDir: string): Promise<UnreclaimedEnquiry[]> {
  const left: UnreclaimedEnquiry[] = [];
  for (const file of leftBehindDatabases(dataDir)) {
    using database = new DatabaseSync(sqliteFile(dataDir), { timeout: 5_000 });
    database.exec("pragma foreign_keys = on; pragma secure_delete = on");
    database.prepare("attach ? as newer").run(file);
    const remaining = mergeMissing(database, "newer");
    left.push(...remaining);
    if (remaining.length === 0) await rm(file);
  }
  return left;
}

/** Of an attached database's enquiry. One that its visitor has sent again has the same key. */
export const isMissing = `status <> 'canary' and reference not in (select reference from main.enquiries)
  and (key is null or key not in (select key from main.enquiries where key is not null))`;

/**
 * Copies the enquiries that only an attached database has, with their notes and e-mails. Returns those that the tables here, perhaps of
 * an older program, cannot hold.
 */
export function mergeMissing(database: DatabaseSync, from: string): UnreclaimedEnquiry[] {
  const missing = database.prepare(`select * from ${from}.enquiries where ${isMissing}`).all();
  return missing.filter(({ reference }) => !tryToMerge(database, from, String(reference)));
}

/** Reads rows of an attached database, in the columns that both have. Throws if one is damaged or has a number too large for JavaScript. */
export function readRows(database: DatabaseSync, from: string, table: string, condition = "true"): void {
  const columns = commonColumns(database, from, table).join(", ");
  if (columns === "") return;
  const rows = database.prepare(`select ${columns} from ${from}.${table} where ${condition}`).iterate();
  while (!rows.next().done);
}

/** For a table of a damaged database: copies its rows one by one, each by a condition, except those that cannot be read. */
export function copyReadable(
  database: DatabaseSync,
  from: string,
  table: string,
  attempt: (step: () => void) => void,
  copy: (row: string) => void,
): void {
  const rows = new Set<string>();
  // Table and index name the same rows, so that one of them may be damaged. As texts, because a damaged number may be too large.
  for (const way of [`indexed by sqlite_autoindex_${table}_1`, "not indexed"])
    attempt(() => {
      const found = database.prepare(`select cast(rowid as text) as row from ${from}.${table} ${way}`);
      for (const { row } of found.iterate()) rows.add(`rowid = ${row}`);
    });
  for (const row of rows)
    attempt(() => {
      readRows(database, from, table, row);
      copy(row);
    });
}

function tryToMerge(database: DatabaseSync, from: string, reference: string): boolean {
  database.exec("begin immediate");
  try {
    for (const table of ["enquiries", "notes"]) copyRows(database, from, table, "reference = ?", reference);
    mergeAppointments(database, from, "reference = ?", reference);
    copyRows(database, from, "opinions", "reference = ?", reference);
    copyRows(database, from, "outbox", "reference = ?", reference);
    // Its digest stayed behind, so another one has to report it.
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

/**
 * Copies appointments of an attached database over those here, with the links to them. If somebody else has the time here, the
 * appointment becomes `asked`, so that the trainer decides.
 */
export function mergeAppointments(
  database: DatabaseSync,
  from: string,
  condition: string,
  ...values: string[]
): void {
  const columns = commonColumns(database, from, "appointments");
  if (columns.length === 0) return;
  const theirs = `from ${from}.appointments where ${condition}`;
  const rows = database.prepare(`select * ${theirs}`).all(...values);
  // First frees the times of the old rows: two appointments may have been swapped.
  database
    .prepare(`update main.appointments set state = 'cancelled' where id in (select id ${theirs})`)
    .run(...values);
  const put = database.prepare(
    `insert into main.appointments (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})
      on conflict (id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`,
  );
  const tryToPut = (row: Record<string, SQLOutputValue>) => {
    try {
      put.run(...columns.map((name) => row[name.slice(1, -1)] ?? null));
      return true;
    } catch {
      return false;
    }
  };
  for (const row of rows) if (!tryToPut(row)) tryToPut({ ...row, state: "asked" });
  const isMissing = `token_hash not in (select token_hash from main.appointment_tokens)
    and appointment in (select id from main.appointments) and appointment in (select id ${theirs})`;
  copyRows(database, from, "appointment_tokens", isMissing, ...values);
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
  const rows = `select ${columns} from ${from}.${table} where ${condition}`;
  database.prepare(`insert into main.${table} (${columns}) ${rows}`).run(...values);
}

function commonColumns(database: DatabaseSync, from: string, table: string): string[] {
  const theirs = "select name from pragma_table_info(?, ?)";
  const both = database.prepare(`select name from pragma_table_info(?, 'main') where name in (${theirs})`);
  return both.all(table, table, from).map(({ name }) => `"${name}"`);
}

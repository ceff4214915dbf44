import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { dayMs } from "../clock.ts";
import type { Person } from "./inbox.ts";
import { normalEmail } from "./person.server.ts";

const keptForMs = 30 * dayMs;
const namePattern = /^enquiries-(before-restore|before-upgrade|left-behind)-(\d{4}-\d{2}-\d{2})T.*\.sqlite$/;

/** The file that keeps the database as it was before a restore or an upgrade. */
export const keptDatabaseFile = (dataDir: string, now: Date, event: "restore" | "upgrade" = "restore") =>
  fileOf(dataDir, `before-${event}`, now);

/** The file that keeps the database of a newer program whose upgrade was taken back. */
export const leftBehindFile = (dataDir: string, now: Date) => fileOf(dataDir, "left-behind", now);

const fileOf = (dataDir: string, what: string, now: Date) =>
  join(dataDir, `enquiries-${what}-${now.toISOString().replace(/[:.]/g, "-")}.sqlite`);

interface KeptDatabase {
  readonly file: string;
  readonly isLeftBehind: boolean;
  readonly day: string;
}

function keptDatabases(dataDir: string): KeptDatabase[] {
  if (!existsSync(dataDir)) return [];
  return readdirSync(dataDir).flatMap((name) => {
    const [, what, day] = namePattern.exec(name) ?? [];
    return day ? [{ file: join(dataDir, name), isLeftBehind: what === "left-behind", day }] : [];
  });
}

/** Databases left behind by upgrades that were taken back, until their enquiries are in the current one. */
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
export function eraseFromKeptDatabases(dataDir: string, people: Person[]): string[] {
  return keptDatabases(dataDir).flatMap(({ file }) => (eraseFrom(file, people) ? [] : [file]));
}

function eraseFrom(file: string, people: Person[]): boolean {
  try {
    using database = new DatabaseSync(file, { timeout: 5_000 });
    database.exec("pragma foreign_keys = on; pragma secure_delete = on; pragma journal_mode = memory");
    for (const person of people) {
      const [sql, value] =
        "email" in person
          ? ["delete from enquiries where lower(email) = ?", normalEmail(person.email)]
          : ["delete from enquiries where phone = ?", person.phone];
      database.prepare(sql).run(value);
    }
    return true;
  } catch {
    return false;
  }
}

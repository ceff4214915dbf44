import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { sqliteFile } from "../storage/database.server.ts";
import { createPrivateFile, putInPlace, writePrivateFile } from "../storage/private-file.server.ts";
import { copyDatabase, type DatabaseContents, inspectDatabase } from "./database-file.server.ts";

/**
 * Writes a snapshot of the live SQLite database to `file`, which gets its name only after it has been checked. The tables in `emptied`
 * are left empty.
 */
export async function backUpDatabase(
  dataDir: string,
  file: string,
  emptied: readonly string[] = [],
): Promise<DatabaseContents> {
  const source = sqliteFile(dataDir);
  if (!existsSync(source)) return { ok: false, problem: `Nie ma bazy w folderze ${dataDir}.` };
  if (existsSync(file)) return { ok: false, problem: `Plik ${file} już istnieje, podaj inną nazwę.` };
  const unfinished = `${file}.unfinished`;
  try {
    await createPrivateFile(unfinished);
    copyDatabase(source, unfinished, emptied);
    const checked = inspectDatabase(unfinished);
    if (checked.ok) await putInPlace(unfinished, file);
    return checked;
  } finally {
    await rm(unfinished, { force: true });
  }
}

const recordOf = (dataDir: string) => join(dataDir, "last-backup");

/** Records in the data folder when its database was last backed up, on its own or as part of a full backup. */
export function recordBackup(dataDir: string, at: Date): Promise<void> {
  return writePrivateFile(recordOf(dataDir), `${at.toISOString()}\n`);
}

/** When the database was last backed up; undefined if it never was. */
export async function readLastBackup(dataDir: string): Promise<Date | undefined> {
  const text = await readFile(recordOf(dataDir), "utf8").catch(() => "");
  const at = new Date(text.trim());
  return Number.isNaN(at.getTime()) ? undefined : at;
}

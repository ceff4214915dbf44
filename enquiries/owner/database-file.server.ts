import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { migrations, sqliteFile } from "../storage/database.server.ts";
import { createPrivateFile, putInPlace } from "../storage/private-file.server.ts";
import { isBusy } from "../storage/sqlite.server.ts";

export type DatabaseContents = { ok: true; enquiries: number } | { ok: false; problem: string };

/** Advice for PostgreSQL, which has its own backup tools. */
export const postgresAdvice = `Baza to PostgreSQL, więc kopię robi jego własne narzędzie:
  pg_dump --format=custom --file=PLIK "$DATABASE_URL"
a przywraca, przy zatrzymanej stronie:
  pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" PLIK
Po przywróceniu usuń ponownie osoby, które prosiły o usunięcie po zrobieniu kopii:
  npm run enquiries -- erase --again`;

/** Writes a snapshot of the live SQLite database to `file`, which gets its name only after it has been checked. */
export async function backUpDatabase(dataDir: string, file: string): Promise<DatabaseContents> {
  const source = sqliteFile(dataDir);
  if (!existsSync(source)) return { ok: false, problem: `Nie ma bazy w folderze ${dataDir}.` };
  if (existsSync(file)) return { ok: false, problem: `Plik ${file} już istnieje, podaj inną nazwę.` };
  const unfinished = `${file}.unfinished`;
  try {
    await createPrivateFile(unfinished);
    copyDatabase(source, unfinished);
    const checked = inspectDatabase(unfinished);
    if (checked.ok) await putInPlace(unfinished, file);
    return checked;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Writes a snapshot of a database into an empty file, without the rows of the `emptied` tables. */
export function copyDatabase(source: string, emptyFile: string, emptied: readonly string[] = []): void {
  using database = new DatabaseSync(source, { timeout: 5_000 });
  database.prepare("vacuum into ?").run(emptyFile);
  if (emptied.length === 0) return;
  using copy = new DatabaseSync(emptyFile);
  // Overwrites deleted rows.
  copy.exec("pragma secure_delete = on; pragma journal_mode = memory");
  const tables = copy.prepare("select name from sqlite_master where type = 'table'").all();
  for (const { name } of tables) if (emptied.includes(String(name))) copy.exec(`delete from "${name}"`);
}

/** Verifies a database file and counts its contents. */
export function inspectDatabase(file: string): DatabaseContents {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const [verdict] = Object.values(database.prepare("pragma integrity_check(1)").get() ?? {});
    if (verdict !== "ok") return { ok: false, problem: `Plik ${file} jest uszkodzony.` };
    const applied = database.prepare("select name from kysely_migration").all();
    if (applied.some(({ name }) => !Object.hasOwn(migrations, String(name))))
      return { ok: false, problem: `Plik ${file} pochodzi z nowszej wersji programu.` };
    const counting = database.prepare("select count(*) as enquiries from enquiries where status <> 'canary'");
    return { ok: true, enquiries: Number(counting.get()?.enquiries) };
  } catch {
    return { ok: false, problem: `Plik ${file} nie jest kopią bazy zapytań albo jest uszkodzony.` };
  }
}

/** Whether another process has the database open: leaving WAL mode then fails, because it needs exclusive access. */
export function isInUse(file: string): boolean {
  try {
    using database = new DatabaseSync(file);
    database.exec("pragma journal_mode = delete");
    return false;
  } catch (error) {
    return isBusy(error);
  }
}

import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteFile } from "../storage/database.server.ts";
import { migrations } from "../storage/migrate.server.ts";

type Contents = { enquiries: number; messages: number };
export type BackupResult = { ok: true; contents: Contents } | { ok: false; problem: string };

/** What to do when the database is PostgreSQL, which has its own tools for both. */
export const postgresAdvice = `Baza to PostgreSQL, więc kopię robi jego własne narzędzie:
  pg_dump --format=custom --file=PLIK "$DATABASE_URL"
a przywraca, przy zatrzymanej stronie:
  pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" PLIK`;

/** Copies a live database to `file` as it is at one moment, checks the copy, and only then gives it its name. */
export async function backUp(dataDir: string, file: string): Promise<BackupResult> {
  const source = sqliteFile(dataDir);
  if (!existsSync(source)) return { ok: false, problem: `Nie ma bazy w folderze ${dataDir}.` };
  if (existsSync(file)) return { ok: false, problem: `Plik ${file} już istnieje, podaj inną nazwę.` };
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
  const database = new DatabaseSync(source, { timeout: 5_000 });
  try {
    database.prepare("vacuum into ?").run(unfinished);
  } finally {
    database.close();
  }
  await chmod(unfinished, 0o600);
  const checked = inspect(unfinished);
  if (checked.ok) await putInPlace(unfinished, file);
  else await rm(unfinished, { force: true });
  return checked;
}

/**
 * Checks a backup and puts it in the place of the database, which is kept beside it under another name.
 * The site must be stopped: with the database open anywhere nothing is done.
 */
export async function restore(
  dataDir: string,
  file: string,
  stamp: string,
): Promise<BackupResult & { keptAs?: string }> {
  if (!existsSync(file)) return { ok: false, problem: `Nie ma pliku ${file}.` };
  const checked = inspect(file);
  if (!checked.ok) return checked;
  const target = sqliteFile(dataDir);
  const keptAs = existsSync(target) ? join(dataDir, `enquiries-before-restore-${stamp}.sqlite`) : undefined;
  if (keptAs) {
    if (isInUse(target)) {
      return { ok: false, problem: "Baza jest otwarta. Zatrzymaj stronę i spróbuj ponownie." };
    }
    await setAside(target, keptAs);
  }
  const unfinished = `${target}.unfinished`;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await copyFile(file, unfinished);
  await chmod(unfinished, 0o600);
  await putInPlace(unfinished, target);
  return { ...checked, ...(keptAs ? { keptAs } : {}) };
}

/** Reads a database file through and counts what is in it. */
function inspect(file: string): BackupResult {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const [verdict] = Object.values(database.prepare("pragma integrity_check(1)").get() ?? {});
    if (verdict !== "ok") return { ok: false, problem: `Plik ${file} jest uszkodzony.` };
    const applied = database.prepare("select name from kysely_migration").all();
    if (applied.some(({ name }) => !Object.hasOwn(migrations, String(name)))) {
      return { ok: false, problem: `Plik ${file} pochodzi z nowszej wersji programu.` };
    }
    const count = (sql: string) => Number(database.prepare(sql).get()?.count);
    return {
      ok: true,
      contents: {
        enquiries: count("select count(*) as count from enquiries where status <> 'canary'"),
        messages: count("select count(*) as count from outbox"),
      },
    };
  } catch {
    return { ok: false, problem: `Plik ${file} nie jest kopią bazy zapytań albo jest uszkodzony.` };
  } finally {
    database.close();
  }
}

/** Leaving the write-ahead log takes the only connection there is, so it fails while anybody else has the database open. */
function isInUse(file: string): boolean {
  const database = new DatabaseSync(file);
  try {
    database.exec("pragma journal_mode = delete");
    return false;
  } catch (fault) {
    const busy = 5;
    return (fault as { errcode?: number }).errcode === busy;
  } finally {
    database.close();
  }
}

/** Whatever is left of a broken database moves along. */
async function setAside(target: string, keptAs: string): Promise<void> {
  for (const suffix of ["-wal", "-shm", ""]) {
    if (existsSync(target + suffix)) await rename(target + suffix, keptAs + suffix);
  }
}

async function putInPlace(unfinished: string, file: string): Promise<void> {
  await flush(unfinished);
  await rename(unfinished, file);
  await flush(dirname(resolve(file)));
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync();
  await handle.close();
}

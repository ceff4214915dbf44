import { createReadStream, existsSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { openDatabase, sqliteFile } from "../storage/database.server.ts";
import { createPrivateFile, putInPlace } from "../storage/private-file.server.ts";
import type { OutboxTable, Tables } from "../storage/tables.server.ts";
import { copyDatabase, inspectDatabase, isInUse } from "./database-file.server.ts";
import { repeatErasures } from "./erasures.server.ts";
import { keptDatabaseFile } from "./kept-databases.server.ts";

export type RestoreResult = Awaited<ReturnType<typeof restoreDatabase>>;

/**
 * Replaces the SQLite database with a checked backup. The site must be stopped. Everything is prepared in another folder and one
 * rename replaces the database, so a failure before that changes nothing.
 */
export async function restoreDatabase(dataDir: string, file: string, now: Date) {
  if (!existsSync(file)) return { ok: false, problem: `Nie ma pliku ${file}.` } as const;
  const target = sqliteFile(dataDir);
  if (isSameFile(file, target)) {
    return {
      ok: false,
      problem: `Plik ${file} to baza, z której korzysta strona. Podaj plik kopii.`,
    } as const;
  }
  const checked = inspectDatabase(file);
  if (!checked.ok) return checked;
  if (existsSync(target) && isInUse(target)) {
    return { ok: false, problem: "Baza jest otwarta. Zatrzymaj stronę i spróbuj ponownie." } as const;
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const workDir = await mkdtemp(join(dataDir, "restoring-"));
  try {
    const copy = sqliteFile(workDir);
    await createPrivateFile(copy);
    copyDatabase(file, copy);
    const { erasedAgain, undecided } = await bringUpToDate({ workDir, dataDir, now });
    const prepared = inspectDatabase(copy);
    if (!prepared.ok) return prepared;
    /** Where the previous database is kept for a month. */
    const keptAs = existsSync(target) ? await keep(target, keptDatabaseFile(dataDir, now)) : undefined;
    // The log of a broken database must not be applied to the new one.
    for (const suffix of ["-wal", "-shm"]) await rm(target + suffix, { force: true });
    await putInPlace(copy, target);
    return { ...prepared, erasedAgain, undecided, keptAs };
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

function isSameFile(one: string, other: string): boolean {
  if (!existsSync(other)) return false;
  const [a, b] = [statSync(one), statSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}

/** Copies byte for byte, because the previous database may be broken. */
async function keep(target: string, keptAs: string): Promise<string> {
  for (const suffix of ["-wal", "-shm", ""]) {
    if (!existsSync(target + suffix)) continue;
    const unfinished = `${keptAs}${suffix}.unfinished`;
    await createPrivateFile(unfinished);
    await writeFile(unfinished, createReadStream(target + suffix));
    await putInPlace(unfinished, keptAs + suffix);
  }
  return keptAs;
}

/** Applies to the backup what happened after it was made: erasures and sent e-mails. */
async function bringUpToDate({ workDir, dataDir, now }: { workDir: string; dataDir: string; now: Date }) {
  const database = await openDatabase({ dataDir: workDir, log: { info() {}, warn() {}, error() {} } });
  try {
    return await database.db.transaction().execute(async (transaction) => ({
      /** How many enquiries were erased again: their senders had been erased since the backup. */
      erasedAgain: await repeatErasures(transaction, dataDir),
      /** How many messages may have been sent since the backup; they are given up, so that the owner decides. */
      undecided: await settleMail(transaction, readOutbox(sqliteFile(dataDir)), now.getTime()),
    }));
  } finally {
    await database.close();
  }
}

type MessageState = Pick<OutboxTable, "id" | "status" | "attempts" | "settled_at" | "last_fault">;

/**
 * Messages that waited when the backup was made may have been sent since. The previous database knows, if it is readable. The others
 * are given up rather than sent twice; `resend --dead` sends them.
 */
async function settleMail(
  db: Kysely<Tables>,
  later: Map<string, MessageState>,
  now: number,
): Promise<number> {
  const waiting = await db.selectFrom("outbox").select("id").where("status", "=", "waiting").execute();
  let undecided = 0;
  for (const { id } of waiting) {
    const known = later.get(id);
    if (!known) undecided += 1;
    const state = known ?? { status: "dead" as const, settled_at: now, last_fault: "restored" };
    await db
      .updateTable("outbox")
      .set({ ...state, lease: null })
      .where("id", "=", id)
      .execute();
  }
  return undecided;
}

/** The messages of the previous database; none if it is missing or broken. */
function readOutbox(file: string): Map<string, MessageState> {
  if (!existsSync(file)) return new Map();
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const rows = database.prepare("select id, status, attempts, settled_at, last_fault from outbox").all();
    return new Map(rows.map((row) => [String(row.id), row as MessageState]));
  } catch {
    return new Map();
  }
}

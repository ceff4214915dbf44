import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { createAuditLog } from "../../../accounts/audit-log.ts";
import { migrateAccounts } from "../../../accounts/storage/migrate.ts";
import type { AccountTables } from "../../../accounts/storage/tables.ts";
import { type Erasures, repeatErasures } from "../../../enquiries/owner/erasures.server.ts";
import { openDatabase, sqliteFile } from "../../../enquiries/storage/database.server.ts";
import type { OutboxTable, Tables } from "../../../enquiries/storage/tables.server.ts";
import { type AllTables, copyRows } from "./copy-rows.ts";

/** Ordered by foreign keys. Sessions and links are left out: everybody signs in again. */
export const restoredTables = [
  "enquiries",
  "notes",
  "outbox",
  "passkeys",
  "recovery_codes",
  "journal",
] as const satisfies (keyof AllTables)[];

interface Preparation {
  /** An empty folder for the database. */
  readonly ready: string;
  /** Holds the backup's SQLite file, which is migrated in place. */
  readonly copyDir: string;
  /** This server's SQLite database, which need not exist or be readable. */
  readonly liveFile: string | undefined;
  readonly erasures: Erasures;
  /** The device in the panel; empty for the command. */
  readonly by: string;
  /** The session that restores; it goes on. */
  readonly sessionId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface PreparedDatabase {
  readonly enquiries: number;
  /** Enquiries erased again, because their senders were erased after the backup. */
  readonly erasedAgain: number;
  /** Messages that may have been sent since the backup; they are given up, so that the owner decides. */
  readonly undecided: number;
}

const silent = { info() {}, warn() {}, error() {} };

/**
 * Builds the restored SQLite database: tables of this program, never those of the file, whose triggers could do anything;
 * the backup's rows; and what has arrived here since the backup, so that no enquiry is lost.
 */
export async function prepareDatabase(preparation: Preparation): Promise<PreparedDatabase> {
  const { ready, copyDir, erasures, by, now } = preparation;
  await (await openAll(copyDir)).close();
  const { db, close } = await openAll(ready);
  try {
    using copy = new DatabaseSync(sqliteFile(copyDir), { readOnly: true });
    for (const table of restoredTables) await copyRows(table, copy, db);
    const undecided = await addLater(db, preparation);
    const erasedAgain = await repeatErasures(db.withTables<Tables>(), erasures);
    const accounts = db.withTables<AccountTables>();
    await createAuditLog({ db: accounts, now: () => now, randomBytes }).write({
      action: "copy-restored",
      device: by,
    });
    const enquiries = await db
      .selectFrom("enquiries")
      .select("reference")
      .where("status", "!=", "canary")
      .execute();
    return { enquiries: enquiries.length, erasedAgain, undecided };
  } finally {
    await close();
  }
}

async function openAll(dataDir: string) {
  const database = await openDatabase({ dataDir, log: silent });
  const db = database.db.withTables<AccountTables>();
  await migrateAccounts(db);
  return { db: db as Kysely<AllTables>, close: database.close };
}

/** Adds what has happened here since the backup, as far as the live database can be read; returns `undecided`. */
async function addLater(
  db: Kysely<AllTables>,
  { liveFile, sessionId = "", now }: Preparation,
): Promise<number> {
  if (liveFile === undefined || !existsSync(liveFile)) return settleMail(db, new Map(), now);
  using live = new DatabaseSync(liveFile, { readOnly: true });
  const undecided = await settleMail(db, readOutbox(live), now);
  try {
    for (const table of ["enquiries", "notes", "outbox"] as const) await copyRows(table, live, db);
    await copyRows("panel_sessions", live, db, sessionId);
  } catch (error) {
    // A broken database is the reason to restore.
    if (!isSqliteError(error)) throw error;
  }
  return undecided;
}

type MessageState = Pick<OutboxTable, "id" | "status" | "attempts" | "settled_at" | "last_fault">;

/**
 * Messages that waited when the backup was made may have been sent since. The live database knows, if it is readable. The others
 * are given up rather than sent twice; `resend --dead` sends them.
 */
async function settleMail(
  db: Kysely<AllTables>,
  later: Map<string, MessageState>,
  now: number,
): Promise<number> {
  const waiting = await db.selectFrom("outbox").select("id").where("status", "=", "waiting").execute();
  for (const { id } of waiting) {
    const state = later.get(id) ?? { status: "dead" as const, settled_at: now, last_fault: "restored" };
    await db
      .updateTable("outbox")
      .set({ ...state, lease: null })
      .where("id", "=", id)
      .execute();
  }
  return waiting.filter(({ id }) => !later.has(id)).length;
}

function readOutbox(live: DatabaseSync): Map<string, MessageState> {
  try {
    const rows = live.prepare("select id, status, attempts, settled_at, last_fault from outbox").all();
    return new Map(rows.map((row) => [String(row.id), row as MessageState]));
  } catch {
    return new Map();
  }
}

const isSqliteError = (error: unknown) => (error as { code?: string }).code === "ERR_SQLITE_ERROR";

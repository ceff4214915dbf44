import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { createAuditLog } from "../../../accounts/audit-log.ts";
import { migrateAccounts } from "../../../accounts/storage/migrate.ts";
import { type AccountTables, secretTables } from "../../../accounts/storage/tables.ts";
import { type Erasures, repeatErasures } from "../../../enquiries/owner/erasures.server.ts";
import {
  copyReadable,
  copyRows,
  isMissing,
  mergeAppointments,
  mergeMissing,
  readRows,
} from "../../../enquiries/owner/kept-databases.server.ts";
import { openDatabase, sqliteFile } from "../../../enquiries/storage/database.server.ts";
import { isDamage, isDiskFull } from "../../../enquiries/storage/private-file.server.ts";
import type { Tables } from "../../../enquiries/storage/tables.server.ts";

/** Ordered by foreign keys. */
export const restoredTables = [
  "enquiries",
  "notes",
  "appointments",
  "appointment_tokens",
  "opinions",
  "slot_exceptions",
  "outbox",
  "ready_answers",
  "visits",
  "passkeys",
  "recovery_codes",
  "journal",
] as const satisfies (keyof (Tables & AccountTables))[];

/** The calendar feed and the trainer's other calendars. The live state wins over the backup's. */
const calendarJobs = "name in ('calendar-feed', 'busy-calendars')";

interface Preparation {
  /** An empty folder for the database. */
  readonly ready: string;
  /** Holds the backup's SQLite file, which is migrated in place. */
  readonly unpacked: string;
  /** This server's SQLite database. It may be missing, unreadable or written by a newer program. */
  readonly liveFile: string | undefined;
  readonly erasures: Erasures;
  /** The panel's device; empty for the command. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type RestoreCounts = Awaited<ReturnType<typeof prepareDatabase>>;

export const silent = { info() {}, warn() {}, error() {} };

/**
 * Builds the restored SQLite database: this program's tables, never the file's, whose triggers could do anything; the backup's rows;
 * and what has arrived here since the backup, so that no enquiry is lost.
 */
export async function prepareDatabase(preparation: Preparation) {
  const { ready, unpacked, erasures, by, now } = preparation;
  await (await openAll(unpacked)).destroy();
  await using db = await openAll(ready);
  const filled = await fill(preparation, () => repeatErasures(db.withTables<Tables>(), erasures));
  const accounts = db.withTables<AccountTables>();
  const auditLog = createAuditLog({ db: accounts, now: () => now });
  await auditLog.write({ action: "copy-restored", device: by });
  // Closing would swallow that the disk is full.
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  const enquiries = db.selectFrom("enquiries").select("reference").where("status", "!=", "canary");
  return { enquiries: (await enquiries.execute()).length, ...filled };
}

async function openAll(dataDir: string) {
  const { db } = await openDatabase({ dataDir, log: silent });
  await migrateAccounts(db.withTables<AccountTables>());
  return db;
}

async function fill({ ready, unpacked, liveFile, now }: Preparation, eraseAgain: () => Promise<number>) {
  using database = new DatabaseSync(sqliteFile(ready), { timeout: 5_000 });
  database.exec("pragma foreign_keys = on; pragma trusted_schema = off; pragma secure_delete = on");
  // What is written last, the audit log, makes everything before it durable.
  database.exec("pragma synchronous = normal");
  database.prepare("attach ? as backup").run(sqliteFile(unpacked));
  for (const table of restoredTables) copyRows(database, "backup", table);
  /** Enquiries of people who were erased after the backup. Before it is joined: their dates may be others' by now. */
  const erasedAgain = await eraseAgain();
  // Messages that waited in the backup may have been sent since. They are given up rather than sent twice; `resend --dead` sends them.
  const waited = database
    .prepare(
      `update outbox set status = 'dead', settled_at = ?, last_fault = 'restored', lease = null
        where status = 'waiting'`,
    )
    .run(now);
  /** Messages that may have been sent since the backup; they are given up, so that the owner decides. */
  let undecided = Number(waited.changes);
  /** Later enquiries of a newer program that these tables cannot hold. */
  let left = 0;
  /** Whether parts of this server's database cannot be read. */
  let isDamaged = false;
  /** A broken database is the reason to restore, and only its broken parts stay behind; a full disk is not. */
  const attempt = (step: () => void) => {
    try {
      step();
    } catch (error) {
      if (database.isTransaction) database.exec("rollback");
      const { code } = error as NodeJS.ErrnoException;
      const isTooLarge = code === "ERR_OUT_OF_RANGE";
      if (!isTooLarge && (code !== "ERR_SQLITE_ERROR" || isDiskFull(error))) throw error;
      isDamaged ||= isTooLarge || isDamage(error as object);
    }
  };
  if (liveFile !== undefined && existsSync(liveFile)) {
    attempt(() => {
      database.prepare("attach ? as live").run(liveFile);
      // A newer program's rows may break this one's checks.
      database.exec("pragma ignore_check_constraints = on");
      isDamaged = database.prepare("pragma live.quick_check(1)").get()?.quick_check !== "ok";
    });
    database.exec("pragma ignore_check_constraints = off");
    // Also a whole page may hold a number that no program can read.
    for (const table of restoredTables) attempt(() => readRows(database, "live", table));
    /** Copies a table's rows by a condition: all at once, or of a damaged database each by itself. */
    const copyLive = (table: string, copy: (rows: string) => void) => {
      if (isDamaged) copyReadable(database, "live", table, attempt, copy);
      else attempt(() => copy("true"));
    };
    // An owner's passkeys and codes of today count: what was removed or used since the backup does not open the panel again.
    attempt(() => {
      const keys = "select 1 from live.passkeys union all select 1 from live.recovery_codes";
      if (!database.prepare(keys).get()) return;
      database.exec("begin; delete from main.passkeys; delete from main.recovery_codes");
      copyRows(database, "live", "passkeys");
      database.exec("commit");
      copyRows(database, "live", "recovery_codes");
    });
    attempt(() => {
      const decided = database
        .prepare(
          `update outbox set status = later.status, attempts = later.attempts, settled_at = later.settled_at,
             last_fault = later.last_fault
             from live.outbox as later
             where later.id = outbox.id and outbox.last_fault = 'restored' and outbox.settled_at = ?`,
        )
        .run(now);
      undecided -= Number(decided.changes);
    });
    if (!isDamaged)
      attempt(() => {
        left = mergeMissing(database, "live").length;
      });
    if (isDamaged)
      copyLive("enquiries", (rows) => copyRows(database, "live", "enquiries", `${rows} and ${isMissing}`));
    copyLive("appointments", (rows) => mergeAppointments(database, "live", rows));
    const isKnown = "(reference is null or reference in (select reference from main.enquiries))";
    const conditions = { journal: "true", slot_exceptions: "true", notes: isKnown, outbox: isKnown };
    for (const [table, condition] of Object.entries(conditions)) {
      const missing = `id not in (select id from main.${table}) and ${condition}`;
      copyLive(table, (rows) => copyRows(database, "live", table, `${rows} and ${missing}`));
    }
    // Of what a reminder has been sent since the backup, nobody is reminded again.
    attempt(() =>
      database.exec(`update main.enquiries set reminded_at = later.created_at from live.outbox as later
        where later.reference = enquiries.reference and later.kind = 'reminder' and later.created_at >= remind_at`),
    );
    attempt(() => copyRows(database, "live", "jobs", calendarJobs));
    attempt(() =>
      database.exec(`insert into main.visits (day, page, source, count) select day, page, source, count from live.visits where true
        on conflict do update set count = max(count, excluded.count)`),
    );
    // Opinions here have the later decisions.
    attempt(() => {
      database.exec("begin; delete from main.opinions where id in (select id from live.opinions)");
      copyRows(database, "live", "opinions", isKnown);
      database.exec("commit");
    });
    // Who is signed in here stays so, and phones get their notifications.
    for (const table of secretTables) attempt(() => copyRows(database, "live", table));
  }
  copyRows(database, "backup", "jobs", `${calendarJobs} and name not in (select name from main.jobs)`);
  return { undecided, left, isDamaged, erasedAgain: erasedAgain + (await eraseAgain()) };
}

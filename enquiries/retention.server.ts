import { sql } from "kysely";
import { dayMs } from "./clock.ts";
import { forgetOldErasures } from "./owner/erasures.server.ts";
import { keptForMs, removeOldKeptDatabases } from "./owner/kept-databases.server.ts";
import { polishDay } from "./polish-time.ts";
import { type Database, truncateWal } from "./storage/database.server.ts";
import type { Transaction } from "./storage/tables.server.ts";

/** 25 months at most, two of which may be February. */
const visitRetentionDays = 758;

/** How long somebody may take to write an opinion. */
export const opinionLinkMs = 60 * dayMs;

type Retention = { now: number; retentionDays: number };

/**
 * Removes everything older than the retention, except enquiries with an appointment ahead and those that the owner cannot know of
 * yet: unread, with their e-mail still waiting. Returns the number of enquiries removed.
 */
export async function purge(transaction: Transaction, { now, retentionDays }: Retention): Promise<number> {
  const before = now - retentionDays * dayMs;
  const { numDeletedRows } = await transaction
    .deleteFrom("enquiries")
    .where("received_at", "<", before)
    .where(sql<boolean>`(read_at is not null or not exists (
      select 1 from outbox where outbox.reference = enquiries.reference and outbox.status = 'waiting'
    )) and not exists (
      select 1 from appointments as its
        where its.reference = enquiries.reference and its.state in ('wish', 'booked') and its.ends_at > ${now}
    )`)
    .executeTakeFirst();
  const month = new Date(now - 30 * dayMs).toISOString();
  const firstVisit = polishDay(now - visitRetentionDays * dayMs);
  const removals = [
    sql`delete from outbox where created_at < ${before} and reference is null and status <> 'waiting'`,
    sql`delete from slot_exceptions where day < ${month}`,
    sql`delete from visits where day < ${firstVisit}`,
    sql`delete from opinions where state = 'offered' and created_at < ${now - opinionLinkMs}`,
    sql`delete from canary_tokens where expires_at < ${now}`,
    // Earlier versions stored hashes of visitors' addresses here.
    sql`delete from enquiry_limits`,
  ];
  for (const removal of removals) await removal.execute(transaction);
  return Number(numDeletedRows);
}

/** Removes purged data from the files: the database's log, replaced databases and old erasures. */
export async function purgeFiles(
  database: Database,
  { dataDir, now, retentionDays }: Retention & { dataDir: string },
): Promise<void> {
  await truncateWal(database);
  await removeOldKeptDatabases(dataDir, now);
  await forgetOldErasures(database.db, dataDir, now - Math.max(retentionDays * dayMs, keptForMs));
}

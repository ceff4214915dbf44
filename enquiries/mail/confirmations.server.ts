import { sql, type Transaction } from "kysely";
import { dayMs } from "../clock.ts";
import type { Database } from "../storage/database.server.ts";
import type { Tables } from "../storage/tables.server.ts";

// Anybody can enter a stranger's address. What they could make the site send must not spoil the reputation of the domain, on
// which the trainer's own mail depends, nor spend the quota of its mailbox. No trainer gets fifty enquiries on a usual day.
const mostConfirmationsADay = 50;

/** Whether a confirmation may go to this address: one a day for each recipient, and not too many for all together. */
export async function mayConfirm(
  transaction: Transaction<Tables>,
  pool: Database["pool"],
  { email, now }: { email: string; now: number },
): Promise<boolean> {
  const recipient = email.toLowerCase();
  // SQLite has one writer at a time; on PostgreSQL two enquiries of one recipient wait here for each other.
  if (pool)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`confirmation ${recipient}`}, 0))`.execute(
      transaction,
    );
  const lastDay = await transaction
    .selectFrom("outbox")
    .innerJoin("enquiries", "enquiries.reference", "outbox.reference")
    .select("enquiries.email")
    .where("outbox.kind", "=", "visitor")
    .where("outbox.created_at", ">", now - dayMs)
    .limit(mostConfirmationsADay)
    .execute();
  return (
    lastDay.length < mostConfirmationsADay && lastDay.every((row) => row.email?.toLowerCase() !== recipient)
  );
}

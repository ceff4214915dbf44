import { sql, type Transaction } from "kysely";
import { dayMs } from "../clock.ts";
import type { Database } from "../storage/database.server.ts";
import type { Tables } from "../storage/tables.server.ts";

// Anybody can enter a stranger's address. The e-mails sent that way must not ruin the reputation of the domain, on which the
// trainer's own mail depends, nor use up the quota of the mailbox. No trainer gets fifty enquiries on an ordinary day.
const mostConfirmationsADay = 50;

/** Whether a confirmation may be sent to this address: one a day to each recipient, and a limited number to all of them. */
export async function mayConfirm(
  transaction: Transaction<Tables>,
  pool: Database["pool"],
  { email, now }: { email: string; now: number },
): Promise<boolean> {
  const recipient = email.toLowerCase();
  // SQLite has one writer at a time. On PostgreSQL, simultaneous enquiries with one address wait here for each other.
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

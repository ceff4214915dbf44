import { type Kysely, sql, type Transaction } from "kysely";
import { dayMs } from "./clock.ts";
import type { Database } from "./storage/database.server.ts";
import type { Tables } from "./storage/tables.server.ts";

/** Removes everything older than the retention, e-mail rows too; gives the number of enquiries removed. */
export async function purge(
  transaction: Transaction<Tables>,
  { now, retentionDays }: { now: number; retentionDays: number },
): Promise<number> {
  const before = now - retentionDays * dayMs;
  const { numDeletedRows } = await transaction
    .deleteFrom("enquiries")
    .where("received_at", "<", before)
    .executeTakeFirst();
  await transaction.deleteFrom("outbox").where("created_at", "<", before).execute();
  await transaction.deleteFrom("canary_tokens").where("expires_at", "<", now).execute();
  return Number(numDeletedRows);
}

// After a longer silence the clock may be wrong rather than the server have been off, and a purge cannot be taken back.
const longestTrustedSilenceMs = 3 * dayMs;

export const mayPurge = (sinceLastMs: number | undefined) =>
  sinceLastMs !== undefined && sinceLastMs >= 0 && sinceLastMs <= longestTrustedSilenceMs;

/** An e-mail in any case, or a phone in E.164. */
export type Person = { email: string } | { phone: string };

/** Removes a person everywhere, from the database's files too; gives the number of enquiries removed. */
export async function erase({ db, pool }: Database, person: Person): Promise<number> {
  const { numDeletedRows } = await db
    .transaction()
    .execute((transaction) => ofPerson(transaction, person).executeTakeFirstOrThrow());
  // Deleted text stays in SQLite's write-ahead log until it is emptied.
  if (!pool) await sql`pragma wal_checkpoint(truncate)`.execute(db);
  return Number(numDeletedRows);
}

function ofPerson(db: Kysely<Tables>, person: Person) {
  const enquiries = db.deleteFrom("enquiries");
  return "email" in person
    ? enquiries.where(sql`lower(email)`, "=", person.email.trim().toLowerCase())
    : enquiries.where("phone", "=", person.phone);
}

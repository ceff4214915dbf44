import { type Kysely, sql, type Transaction } from "kysely";
import { enqueue, enqueueForEnquiry } from "./mail/enqueue.server.ts";
import type { Database } from "./storage/database.server.ts";
import type { Tables } from "./storage/tables.server.ts";

type MailOptions = { mailHost: string; now: number };

/** The trainer has not read this enquiry, and no e-mail or digest has reported it or is about to. */
export const isUnreported = sql<boolean>`enquiries.read_at is null and not exists (
  select 1 from outbox
  where outbox.status <> 'dead' and (
    outbox.id = enquiries.digest_id
    or (outbox.kind = 'trainer' and outbox.reference = enquiries.reference)
  )
)`;

/**
 * Queues one digest if there is anything to report: enquiries in quarantine, and those whose own e-mail was given up. The enquiries of a
 * digest that was given up are reported again.
 */
export async function enqueueDigest(transaction: Transaction<Tables>, options: MailOptions): Promise<void> {
  const untold = await transaction
    .selectFrom("enquiries")
    .select("reference")
    .where("status", "!=", "canary")
    .where(isUnreported)
    .execute();
  if (untold.length === 0) return;
  const digestId = await enqueue(transaction, { kind: "digest", reference: null, ...options });
  const references = untold.map(({ reference }) => reference);
  await transaction
    .updateTable("enquiries")
    .set({ digest_id: digestId })
    .where("reference", "in", references)
    .execute();
}

/** Takes an enquiry out of quarantine and sends its e-mails, unless they were sent before it was marked as spam. */
export async function release(
  { db }: Database,
  reference: string,
  options: MailOptions,
): Promise<"done" | "unchanged" | "missing"> {
  return db.transaction().execute(async (transaction) => {
    const enquiry = await transaction
      .selectFrom("enquiries")
      .select(["status", "email"])
      .where("reference", "=", reference)
      .where("status", "!=", "canary")
      .executeTakeFirst();
    if (!enquiry) return "missing";
    if (enquiry.status === "accepted") return "unchanged";
    await transaction
      .updateTable("enquiries")
      .set({ status: "accepted", digest_id: null, state: "new" })
      .where("reference", "=", reference)
      .execute();
    const told = await transaction
      .selectFrom("outbox")
      .select("id")
      .where("reference", "=", reference)
      .where("kind", "=", "trainer")
      .executeTakeFirst();
    if (!told) {
      const { email } = enquiry;
      await enqueueForEnquiry(transaction, { reference, email, limits: "on", ...options });
    }
    return "done";
  });
}

// Together with the retention it limits what a flood can store: at most about 20 kB each, so 100 MB a day.
export const quarantineADay = 5_000;

export async function countQuarantinedSince(db: Kysely<Tables>, sinceMs: number): Promise<number> {
  const { count } = await db
    .selectFrom("enquiries")
    .select(sql<number>`count(*)`.as("count"))
    .where("status", "=", "quarantined")
    .where("received_at", ">", sinceMs)
    .executeTakeFirstOrThrow();
  return count;
}

import type { Transaction } from "kysely";
import { enqueue, enqueueForEnquiry } from "./mail/enqueue.server.ts";
import type { Database } from "./storage/database.server.ts";
import type { Tables } from "./storage/tables.server.ts";

type MailOptions = { mailHost: string; now: number };

/** Puts one digest of what is new in quarantine into the outbox, if anything is. */
export async function enqueueDigest(transaction: Transaction<Tables>, options: MailOptions): Promise<void> {
  const untold = await transaction
    .selectFrom("enquiries")
    .select("reference")
    .where("status", "=", "quarantined")
    .where("digest_id", "is", null)
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

/** Takes an enquiry out of quarantine and sends its e-mails; false when it is not in there. */
export async function release({ db }: Database, reference: string, options: MailOptions): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const released = await transaction
      .updateTable("enquiries")
      .set({ status: "accepted" })
      .where("reference", "=", reference)
      .where("status", "=", "quarantined")
      .returning("email")
      .executeTakeFirst();
    if (released) await enqueueForEnquiry(transaction, { reference, email: released.email, ...options });
    return released !== undefined;
  });
}

import { minuteMs } from "../clock.ts";
import { enqueue } from "../mail/enqueue.server.ts";
import type { Database } from "../storage/database.server.ts";

// A double tap, or a request repeated by a proxy, counts once.
const doubleTapMs = minuteMs;

/**
 * Makes given-up messages due again under their old Message-ID; if none was given up, the trainer gets the enquiry again as a new message.
 * Returns the number of messages that now wait; undefined if there is no such enquiry outside quarantine.
 */
export async function resend(
  { db }: Database,
  reference: string,
  { mailHost, now }: { mailHost: string; now: number },
): Promise<number | undefined> {
  return db.transaction().execute(async (transaction) => {
    const enquiry = await transaction
      .selectFrom("enquiries")
      .select("received_at")
      .where("reference", "=", reference)
      .where("status", "=", "accepted")
      .executeTakeFirst();
    if (!enquiry) return undefined;
    const { numUpdatedRows } = await transaction
      .updateTable("outbox")
      .set(dueAgain(now))
      .where("reference", "=", reference)
      .where("status", "!=", "sent")
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return Number(numUpdatedRows);
    const justResent = await transaction
      .selectFrom("outbox")
      .select("id")
      .where("reference", "=", reference)
      .where("kind", "=", "trainer")
      .where("created_at", ">", Math.max(enquiry.received_at, now - doubleTapMs))
      .executeTakeFirst();
    if (justResent) return 0;
    await enqueue(transaction, { kind: "trainer", reference, mailHost, now });
    return 1;
  });
}

/** Makes every message that was given up due again, digests too; returns their number. */
export async function resendDead({ db }: Database, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("outbox")
    .set(dueAgain(now))
    .where("status", "=", "dead")
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

function dueAgain(now: number) {
  return { status: "waiting", attempts: 0, created_at: now, next_attempt_at: now, settled_at: null } as const;
}

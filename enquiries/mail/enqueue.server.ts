import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Database } from "../storage/database.server.ts";
import type { OutboxTable, Tables } from "../storage/tables.server.ts";
import { mayConfirm } from "./confirmations.server.ts";

type NewMessage = {
  kind: OutboxTable["kind"];
  reference: string | null;
  mailHost: string;
  /** Milliseconds since 1970. */
  now: number;
};

/** Puts a message into the outbox, in the transaction that stores its enquiry, and returns its id. */
export async function enqueue(
  transaction: Transaction<Tables>,
  { kind, reference, mailHost, now }: NewMessage,
): Promise<string> {
  const id = randomUUID();
  await transaction
    .insertInto("outbox")
    .values({
      id,
      reference,
      kind,
      message_id: `<${id}@${mailHost}>`,
      status: "waiting",
      attempts: 0,
      created_at: now,
      next_attempt_at: now,
      lease: null,
      settled_at: null,
      last_fault: null,
    })
    .execute();
  return id;
}

type EnquiryMail = Omit<NewMessage, "kind" | "reference"> & {
  reference: string;
  email: string | null;
  /** With `off`, for measurements, every enquiry with an address is confirmed. */
  limits: "on" | "off";
};

/** Puts the e-mails of an enquiry into the outbox: one to the trainer, and a confirmation if one may be sent. */
export async function enqueueForEnquiry(
  transaction: Transaction<Tables>,
  pool: Database["pool"],
  { email, limits, ...mail }: EnquiryMail,
): Promise<void> {
  await enqueue(transaction, { kind: "trainer", ...mail });
  if (!email) return;
  if (limits === "off" || (await mayConfirm(transaction, pool, { email, now: mail.now })))
    await enqueue(transaction, { kind: "visitor", ...mail });
}

import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { OutboxTable, Tables } from "../storage/tables.server.ts";

type NewMessage = {
  kind: OutboxTable["kind"];
  reference: string | null;
  mailHost: string;
  /** Milliseconds since 1970. */
  now: number;
};

/** Puts a message into the outbox, in the transaction of what it tells of; gives its id. */
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

/** The e-mails that an enquiry deserves: one to the trainer, and a confirmation where there is an address for it. */
export async function enqueueForEnquiry(
  transaction: Transaction<Tables>,
  { email, ...mail }: Omit<NewMessage, "kind"> & { email: string | null },
): Promise<void> {
  await enqueue(transaction, { kind: "trainer", ...mail });
  if (email) await enqueue(transaction, { kind: "visitor", ...mail });
}

import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { dayMs } from "../clock.ts";
import { lockName } from "../storage/database.server.ts";
import type { OutboxTable, Tables } from "../storage/tables.server.ts";

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
  { email, limits, ...mail }: EnquiryMail,
): Promise<void> {
  await enqueue(transaction, { kind: "trainer", ...mail });
  if (!email) return;
  if (limits === "off" || (await mayConfirm(transaction, { email, now: mail.now })))
    await enqueue(transaction, { kind: "visitor", ...mail });
}

// Anybody can enter a stranger's address. The e-mails sent that way must not ruin the reputation of the domain, on which the
// trainer's own mail depends, nor use up the quota of the mailbox. No trainer gets fifty enquiries on an ordinary day.
const mostConfirmationsADay = 50;

/** Whether a confirmation may be sent to this address: one a day to each recipient, and a limited number to all of them. */
async function mayConfirm(
  transaction: Transaction<Tables>,
  { email, now }: { email: string; now: number },
): Promise<boolean> {
  const recipient = email.toLowerCase();
  await lockName(transaction, `confirmation ${recipient}`);
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

import { cancellation } from "../booking.ts";
import { type Database, findEnquiryRow } from "../storage/database.server.ts";
import type { Db, EnquiriesTable } from "../storage/tables.server.ts";
import type { EmailMessage } from "./email-message.server.ts";
import {
  answerEmail,
  canaryEmail,
  confirmationEmail,
  digestEmail,
  type EmailContext,
  reminderEmail,
} from "./emails.server.ts";
import type { QueuedMessage } from "./queue.server.ts";

type ComposerDeps = {
  database: Database;
  /** As it is now: a change of the content or the settings applies to every e-mail composed after it. */
  context: () => EmailContext;
  composeBooking: ComposeBooking;
};

/** Composes the e-mails about appointments, and the trainer's e-mail about an enquiry, with its date if it has one. */
export type ComposeBooking = (
  db: Db,
  message: Pick<QueuedMessage, "kind" | "appointment" | "detail">,
  about: { enquiry: EnquiriesTable; context: EmailContext },
) => Promise<EmailMessage | undefined>;

/**
 * Creates the function that composes an e-mail at the moment it is sent, so that nothing personal is stored twice. It returns
 * undefined when the enquiry no longer exists, or has become spam and the message is no cancellation.
 */
export function createComposer({ database: { db }, context, composeBooking }: ComposerDeps) {
  return async (message: QueuedMessage): Promise<EmailMessage | undefined> => {
    const { id, kind, reference, detail } = message;
    if (kind === "digest") {
      const enquiries = await db
        .selectFrom("enquiries")
        .select(["reference", "status", "reasons"])
        .where("digest_id", "=", id)
        .orderBy("received_at", "desc")
        .execute();
      return enquiries.length > 0 ? digestEmail(context(), enquiries) : undefined;
    }
    const enquiry = await findEnquiryRow(db, reference);
    if (!enquiry) return undefined;
    if (enquiry.status === "quarantined" && !detail?.includes(cancellation)) return undefined;
    if (kind === "trainer" || kind === "booking" || kind === "booking-trainer")
      return composeBooking(db, message, { enquiry, context: context() });
    if (kind === "answer") {
      // Whoever booked a date got an e-mail about it instead. One that still waits keeps its Message-ID.
      const emails = db.selectFrom("outbox").select(["kind", "message_id"]);
      const theirs = emails.where("reference", "=", reference).where("kind", "in", ["visitor", "booking"]);
      const arriving = theirs.where("status", "<>", "dead").orderBy("created_at");
      const confirmation = await arriving.executeTakeFirst();
      return answerEmail(context(), enquiry, { text: detail ?? "", confirmation });
    }
    const compose = { visitor: confirmationEmail, canary: canaryEmail, reminder: reminderEmail }[kind];
    return compose(context(), enquiry);
  };
}

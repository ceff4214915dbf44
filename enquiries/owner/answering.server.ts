import { sql } from "kysely";
import { enqueue } from "../mail/queue.server.ts";
import { findEnquiryRow, inTurn } from "../storage/database.server.ts";
import type { EnquiryRow, Transaction } from "../storage/tables.server.ts";
import { afterContact, type ContactResult, type ContactWay, resultLabels, wayLabels } from "./contact.ts";
import { type InboxDeps, updateEnquiry } from "./handling.server.ts";
import type { ActionResult, EnquiryState } from "./inbox.ts";
import { datesFrom, handledNow } from "./next-step.server.ts";

export type Contact = {
  /** Created by the client, so that a repeated request is done once. */
  id: string;
  way: ContactWay;
  result: ContactResult;
  /** The state that the owner saw. The contact is refused if another device has changed it meanwhile. */
  from: EnquiryState;
  text?: string | undefined;
};

/** How the owner answers: by an e-mail from here, or in another app, noting the result (C2.2, C2.3). */
export function createAnswering({ database: { db }, clock, mailHost, onQueued }: InboxDeps) {
  /** Runs `act` once for an id, on an enquiry outside quarantine. */
  function once(
    table: "outbox" | "notes",
    { reference, id }: { reference: string; id: string },
    act: (transaction: Transaction, enquiry: EnquiryRow) => Promise<ActionResult>,
  ): Promise<ActionResult> {
    return inTurn(db, `answer ${id}`, async (transaction) => {
      // Locks the row: what follows depends on the state that it reads.
      await sql`update enquiries set revision = revision where reference = ${reference}`.execute(transaction);
      const enquiry = await findEnquiryRow(transaction, reference);
      if (enquiry?.status !== "accepted") return "missing";
      const known = await transaction.selectFrom(table).select("id").where("id", "=", id).executeTakeFirst();
      return known ? "unchanged" : act(transaction, enquiry);
    });
  }

  async function recordContact(
    transaction: Transaction,
    { reference, state, outcome, remind_at }: EnquiryRow,
    result: ContactResult,
  ): Promise<void> {
    const now = clock.now();
    const own = transaction.selectFrom("enquiries").select("reference").where("reference", "=", reference);
    const dated = await own.where(sql<boolean>`exists (select 1 ${datesFrom(now)})`).executeTakeFirst();
    const handled = { state, outcome, remindAt: remind_at, isDated: dated !== undefined };
    const next = afterContact(handled, result, now);
    const reminded_at = next.remindAt === now ? now : null;
    await updateEnquiry(transaction, reference)
      .set({
        ...(next.state === state ? {} : { state: next.state, outcome: null }),
        ...(next.remindAt === remind_at ? {} : { remind_at: next.remindAt, reminded_at }),
        first_contact_at: sql`coalesce(first_contact_at, ${now})`,
        read_at: sql`coalesce(read_at, ${now})`,
        handled_at: handledNow(now),
      })
      .execute();
  }

  return {
    /** Queues an e-mail to the visitor, who must have given an address. */
    async answer(reference: string, { id, text }: { id: string; text: string }): Promise<ActionResult> {
      const result = await once("outbox", { reference, id }, async (transaction, enquiry) => {
        if (!enquiry.email) return "missing";
        await enqueue(transaction, { kind: "answer", id, reference, text, mailHost, now: clock.now() });
        await recordContact(transaction, enquiry, "sent");
        return "done";
      });
      if (result === "done") onQueued();
      return result;
    },

    /** Writes note, state and next step after a call or a message in another app. */
    noteContact(reference: string, { id, way, result, from, text }: Contact): Promise<ActionResult> {
      return once("notes", { reference, id }, async (transaction, enquiry) => {
        if (enquiry.state !== from) return "changed";
        const words = result === "sent" && text ? `\n${text}` : "";
        const note = `${wayLabels[way]}: ${resultLabels[result]}${words}`;
        const row = { id, reference, text: note, created_at: clock.now() };
        await transaction.insertInto("notes").values(row).execute();
        await recordContact(transaction, enquiry, result);
        return "done";
      });
    },
  };
}

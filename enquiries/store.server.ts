import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Book } from "./booking.ts";
import { dayMs } from "./clock.ts";
import type { EnquiryDeps } from "./deps.server.ts";
import type { Enquiry } from "./form.ts";
import { enqueue, enqueueForEnquiry } from "./mail/queue.server.ts";
import { createReference } from "./reference.ts";
import { searchTextOf } from "./search-text.server.ts";
import { findEnquiryRow, inTurn, lockName } from "./storage/database.server.ts";
import type { Db, EnquiriesTable, Transaction } from "./storage/tables.server.ts";

type StoreDeps = Pick<EnquiryDeps, "database" | "clock" | "mailHost" | "limits"> & {
  randomBytes: (count: number) => Uint8Array;
  book: Book;
};

type Identity = { enquiry: Enquiry; key: string | undefined };

/** `reasons`: why it looks like spam; any puts it into quarantine. `byOwner`: the owner wrote it down, so nobody gets an e-mail. */
export type NewEnquiry = Identity & { reasons: string[]; canary: boolean; byOwner?: boolean };

/** Stores enquiries: one for a key, and one for the same content within 24 hours if either has no key (B10.3, B10.4). */
export function createStore({ database: { db }, clock, randomBytes, mailHost, limits, book }: StoreDeps) {
  /** The reference of the same enquiry, if it is stored already, in quarantine or not. */
  async function findKnown({ enquiry, key }: Identity, within: Db = db) {
    const references = within.selectFrom("enquiries").select("reference").limit(1);
    const since = clock.now() - dayMs;
    const known = key && (await references.where("key", "=", key).executeTakeFirst());
    if (known) return known.reference;
    const same = references
      .where("content_hash", "=", hashOf(enquiry))
      .where("received_at", ">", since)
      .where(hasNoCancelledDate);
    // A form that is posted before its script runs has no key, and the script may send the same text.
    const wanted = key === undefined ? same : same.where("key", "is", null);
    return (await wanted.executeTakeFirst())?.reference;
  }

  /**
   * Returns the enquiry's reference and whether it is new: it may have been stored before. Stores nothing and throws `DateTaken` if
   * somebody else has its date.
   */
  async function accept({ enquiry, key, reasons, canary, byOwner = false }: NewEnquiry) {
    const contentHash = byOwner ? hashByOwner : hashOf(enquiry);
    const now = clock.now();
    // If an enquiry is sent twice at once, the second waits here for the first.
    return inTurn(db, `enquiry text ${contentHash}`, async (transaction) => {
      if (key !== undefined) await lockName(transaction, `enquiry ${key}`);
      const known = await findKnown({ enquiry, key }, transaction);
      if (known) return { reference: known, isNew: false } as const;

      const status = canary ? "canary" : reasons.length > 0 ? "quarantined" : "accepted";
      const reference = await insert(transaction, {
        ...columnsOf(enquiry),
        key: key ?? null,
        content_hash: contentHash,
        status,
        reasons: JSON.stringify(reasons),
        received_at: now,
      });
      const { slot, email, phone } = enquiry;
      const mayHold = status === "accepted";
      const booking = slot ? await book(transaction, { slot, reference, email, phone, mayHold }) : undefined;
      const mail = { reference, mailHost, now };
      if (status === "canary") await enqueue(transaction, { kind: "canary", ...mail });
      if (status === "accepted" && !byOwner)
        await enqueueForEnquiry(transaction, { email, limits, booking, ...mail });
      return { reference, isNew: true, status } as const;
    });
  }

  async function insert(transaction: Transaction, row: Omit<EnquiriesTable, "reference" | "digest_id">) {
    for (;;) {
      const reference = createReference(randomBytes);
      const inserted = await transaction
        .insertInto("enquiries")
        .values({ ...row, reference, search_text: searchTextOf({ ...row, reference }) })
        .onConflict((conflict) => conflict.column("reference").doNothing())
        .returning("reference")
        .executeTakeFirst();
      if (inserted) return reference;
    }
  }

  const isKnown = async (reference: string) => (await findEnquiryRow(db, reference)) !== undefined;

  return { findKnown, accept, isKnown };
}

/** Whoever has no date any more may ask for it again in the same words. */
const hasNoCancelledDate = sql<boolean>`not exists (
  select 1 from appointments where appointments.reference = enquiries.reference and appointments.state = 'cancelled'
)`;

/** Never that of a visitor's words, so that one who then writes the same is not taken for a repetition. */
export const hashByOwner = "by-owner";

function hashOf(enquiry: Enquiry): string {
  const { slot } = enquiry;
  return hash("sha256", JSON.stringify([...Object.values(columnsOf(enquiry)), ...(slot ? [slot] : [])]));
}

function columnsOf({ name, phone, email, goal, preferredTime, message }: Enquiry) {
  return { name, phone, email, goal, preferred_time: preferredTime, message };
}

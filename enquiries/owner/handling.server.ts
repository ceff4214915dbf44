import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import { enqueue } from "../mail/enqueue.server.ts";
import type { Database } from "../storage/database.server.ts";
import type { ActResult, EnquiryState } from "./inbox.ts";
import { toNote } from "./queries.server.ts";

type HandlingDeps = { database: Database; clock: Clock; mailHost: string; onQueued: () => void };

/** The owner's actions on an enquiry. All are idempotent, because a request may arrive twice (P3.2). */
export function createHandling({ database: { db }, clock, mailHost, onQueued }: HandlingDeps) {
  /** The first change away from `new` counts as the first contact; going back to `new` clears it. */
  async function changeState(reference: string, state: EnquiryState): Promise<ActResult> {
    const now = clock.now();
    const { numUpdatedRows } = await enquiry(reference)
      .set({
        state,
        read_at: sql`coalesce(read_at, ${now})`,
        first_contact_at: state === "new" ? null : sql`coalesce(first_contact_at, ${now})`,
      })
      .where("status", "=", "accepted")
      .executeTakeFirst();
    return resultOf(numUpdatedRows);
  }

  async function markRead(reference: string): Promise<ActResult> {
    const { numUpdatedRows } = await enquiry(reference)
      .set({ read_at: sql`coalesce(read_at, ${clock.now()})` })
      .executeTakeFirst();
    return resultOf(numUpdatedRows);
  }

  /** The client creates the `id`, so a note that is sent twice is stored once. Undefined if there is no such enquiry. */
  async function addNote(reference: string, { id, text }: { id: string; text: string }) {
    return db.transaction().execute(async (transaction) => {
      const found = await transaction
        .selectFrom("enquiries")
        .select("reference")
        .where("reference", "=", reference)
        .where("status", "!=", "canary")
        .executeTakeFirst();
      if (!found) return undefined;
      await transaction
        .insertInto("notes")
        .values({ id, reference, text: text.trim(), created_at: clock.now() })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
      const note = await transaction
        .selectFrom("notes")
        .selectAll()
        .where("id", "=", id)
        .where("reference", "=", reference)
        .executeTakeFirst();
      return note && toNote(note);
    });
  }

  async function removeNote(reference: string, id: string): Promise<ActResult> {
    const { numDeletedRows } = await db
      .deleteFrom("notes")
      .where("id", "=", id)
      .where("reference", "=", reference)
      .executeTakeFirst();
    return resultOf(numDeletedRows);
  }

  /** At an ISO 8601 time; null clears the reminder. Setting the same time again does not remind twice. */
  async function setReminder(reference: string, time: string | null): Promise<ActResult> {
    const remindAt = time === null ? null : Date.parse(time);
    const { numUpdatedRows } = await enquiry(reference)
      .set({
        remind_at: remindAt,
        reminded_at: sql`case when remind_at = ${remindAt} then reminded_at end`,
      })
      .executeTakeFirst();
    return resultOf(numUpdatedRows);
  }

  /**
   * Claims the reminders that are due and returns the references of their enquiries. Each is claimed once, even by several
   * processes; its e-mail is queued in the same transaction, so it cannot be lost.
   */
  async function claimDueReminders(): Promise<string[]> {
    const now = clock.now();
    const due = await db.transaction().execute(async (transaction) => {
      const claimed = await transaction
        .updateTable("enquiries")
        .set({ reminded_at: now })
        .where("remind_at", "<=", now)
        .where("reminded_at", "is", null)
        .returning("reference")
        .execute();
      for (const { reference } of claimed)
        await enqueue(transaction, { kind: "reminder", reference, mailHost, now });
      return claimed.map(({ reference }) => reference);
    });
    if (due.length > 0) onQueued();
    return due;
  }

  const enquiry = (reference: string) =>
    db.updateTable("enquiries").where("reference", "=", reference).where("status", "!=", "canary");

  return { changeState, markRead, addNote, removeNote, setReminder, claimDueReminders };
}

const resultOf = (changedRows: bigint): ActResult => (changedRows > 0n ? "done" : "missing");

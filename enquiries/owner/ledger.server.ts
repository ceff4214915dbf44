import { type Kysely, type Selectable, sql } from "kysely";
import { enqueue } from "../mail/enqueue.server.ts";
import type { Database } from "../storage/database.server.ts";
import type { EnquiriesTable, OutboxTable, Tables } from "../storage/tables.server.ts";

/** An enquiry as the owner's commands show it; times are ISO 8601 in UTC. */
export type LedgerEnquiry = {
  reference: string;
  status: "accepted" | "quarantined";
  reasons: string[];
  name: string;
  phone: string | null;
  email: string | null;
  goal: string | null;
  preferredTime: string | null;
  message: string;
  receivedAt: string;
  /** The way of the e-mail to the trainer: null in quarantine. */
  mail: OutboxTable["status"] | null;
};

export type LedgerMessage = {
  kind: OutboxTable["kind"];
  status: OutboxTable["status"];
  attempts: number;
  lastFault: string | null;
  settledAt: string | null;
};

/** A place in the list: the enquiry before it, which may have gone by the time the next page is asked for. */
export type Cursor = { receivedAt: number; reference: string };
export type ListFilter = { status?: "quarantined"; after?: Cursor; limit: number };
/** `next` is the cursor of the page that follows, as text; null on the last one. */
export type EnquiryPage = { enquiries: LedgerEnquiry[]; next: string | null };

/** A page of enquiries, newest first; never the canary's. */
export async function listEnquiries(
  { db }: Database,
  { status, after, limit }: ListFilter,
): Promise<EnquiryPage> {
  let query = enquiriesWithMail(db).limit(limit + 1);
  if (status) query = query.where("enquiries.status", "=", status);
  if (after) {
    query = query.where(({ or, and, eb }) =>
      or([
        eb("received_at", "<", after.receivedAt),
        and([eb("received_at", "=", after.receivedAt), eb("enquiries.reference", ">", after.reference)]),
      ]),
    );
  }
  const rows = await query.execute();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    enquiries: rows.slice(0, limit).map(toLedger),
    next: last ? `${last.received_at}-${last.reference}` : null,
  };
}

/** Reads a cursor's text; undefined when it is none. */
export function parseCursor(text: string): Cursor | undefined {
  const [, receivedAt, reference] = /^(\d{1,15})-([0-9A-Z]{4}-[0-9A-Z]{4})$/.exec(text) ?? [];
  return receivedAt && reference ? { receivedAt: Number(receivedAt), reference } : undefined;
}

/** All enquiries, newest first; never the canary's. */
export async function exportEnquiries({ db }: Database): Promise<LedgerEnquiry[]> {
  return (await enquiriesWithMail(db).execute()).map(toLedger);
}

/** One enquiry with its e-mails, oldest first; undefined when there is none of that reference. */
export async function findEnquiry({ db }: Database, reference: string) {
  const row = await enquiriesWithMail(db).where("enquiries.reference", "=", reference).executeTakeFirst();
  if (!row) return undefined;
  const messages = await db
    .selectFrom("outbox")
    .selectAll()
    .where("reference", "=", reference)
    .orderBy("created_at")
    .execute();
  return { ...toLedger(row), messages: messages.map(toLedgerMessage) };
}

function enquiriesWithMail(db: Kysely<Tables>) {
  return db
    .selectFrom("enquiries")
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom("outbox")
        .select("outbox.status")
        .whereRef("outbox.reference", "=", "enquiries.reference")
        .where("kind", "=", "trainer")
        .orderBy("created_at", "desc")
        .limit(1)
        .as("mail"),
    )
    .where("enquiries.status", "!=", "canary")
    .orderBy("received_at", "desc")
    .orderBy("enquiries.reference");
}

function toLedger(row: Selectable<EnquiriesTable> & { mail: OutboxTable["status"] | null }): LedgerEnquiry {
  const { reference, name, phone, email, goal, message, mail } = row;
  return {
    reference,
    status: row.status as LedgerEnquiry["status"],
    reasons: JSON.parse(row.reasons),
    name,
    phone,
    email,
    goal,
    preferredTime: row.preferred_time,
    message,
    receivedAt: new Date(row.received_at).toISOString(),
    mail,
  };
}

function toLedgerMessage({
  kind,
  status,
  attempts,
  last_fault,
  settled_at,
}: Selectable<OutboxTable>): LedgerMessage {
  const settledAt = settled_at === null ? null : new Date(settled_at).toISOString();
  return { kind, status, attempts, lastFault: last_fault, settledAt };
}

/**
 * Makes what was given up due again, under its old Message-ID; where nothing was given up the trainer gets the enquiry once
 * more as a new message. Gives the number of messages now waiting, undefined when there is no such enquiry outside quarantine.
 */
export async function resend(
  { db }: Database,
  reference: string,
  { mailHost, now }: { mailHost: string; now: number },
): Promise<number | undefined> {
  return db.transaction().execute(async (transaction) => {
    const enquiry = await transaction
      .selectFrom("enquiries")
      .select("reference")
      .where("reference", "=", reference)
      .where("status", "=", "accepted")
      .executeTakeFirst();
    if (!enquiry) return undefined;
    const { numUpdatedRows } = await transaction
      .updateTable("outbox")
      .set({ status: "waiting", attempts: 0, created_at: now, next_attempt_at: now, settled_at: null })
      .where("reference", "=", reference)
      .where("status", "!=", "sent")
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return Number(numUpdatedRows);
    await enqueue(transaction, { kind: "trainer", reference, mailHost, now });
    return 1;
  });
}

/** Makes every message that was given up due again, digests too; gives their number. */
export async function resendDead({ db }: Database, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("outbox")
    .set({ status: "waiting", attempts: 0, created_at: now, next_attempt_at: now, settled_at: null })
    .where("status", "=", "dead")
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export type Stats = {
  enquiries: number;
  quarantined: number;
  lastSevenDays: number;
  messages: Record<OutboxTable["status"], number>;
  /** Newest first: `2026-11` and the number of enquiries outside quarantine. */
  months: { month: string; enquiries: number }[];
};

export async function readStats(
  { db }: Database,
  { sevenDaysAgo }: { sevenDaysAgo: number },
): Promise<Stats> {
  const rows = await db
    .selectFrom("enquiries")
    .select(["status", "received_at"])
    .where("status", "!=", "canary")
    .orderBy("received_at", "desc")
    .execute();
  const accepted = rows.filter(({ status }) => status === "accepted");
  const mail = await db
    .selectFrom("outbox")
    .select(["status", sql<number>`count(*)`.as("count")])
    .groupBy("status")
    .execute();
  const byMonth = Map.groupBy(accepted, ({ received_at }) => new Date(received_at).toISOString().slice(0, 7));
  return {
    enquiries: accepted.length,
    quarantined: rows.length - accepted.length,
    lastSevenDays: accepted.filter(({ received_at }) => received_at >= sevenDaysAgo).length,
    messages: {
      waiting: 0,
      sent: 0,
      dead: 0,
      ...Object.fromEntries(mail.map((row) => [row.status, row.count])),
    },
    months: [...byMonth].map(([month, { length }]) => ({ month, enquiries: length })),
  };
}

import { type Selectable, type SqlBool, sql } from "kysely";
import { formatPhone } from "../phone.server.ts";
import { parseSearch } from "../search-text.server.ts";
import { isPostgres } from "../storage/database.server.ts";
import type { AppointmentsTable, Db, NotesTable, OutboxTable } from "../storage/tables.server.ts";
import type { EnquiryState, listViews, Outcome } from "./inbox.ts";
import { datesFrom, type Moment, momentOf, nextStepOf, stepColumns } from "./next-step.server.ts";
import { findOthers } from "./person.server.ts";

export type EnquiryFilter = {
  /** Left out: everything but the quarantine. */
  view?: (typeof listViews)[number] | undefined;
  state?: EnquiryState | undefined;
  outcome?: Outcome | undefined;
  /** Searches name, phone, e-mail, message and reference, ignoring diacritics. */
  search?: string | undefined;
  /** `next` of the previous page. */
  after?: string | undefined;
  limit: number;
};

export type EnquiryDetails = Awaited<ReturnType<typeof toDetails>>[number];

const excerptLength = 200;
const exportPage = 500;

/** A page of enquiries, newest first, without canaries. Undefined if `after` is not a valid cursor. */
export async function listEnquiries(
  db: Db,
  { view = "inbox", state, outcome, search, after, limit }: EnquiryFilter,
  now: number,
) {
  const cursor = after === undefined ? undefined : parseCursor(after);
  if (after !== undefined && !cursor) return undefined;
  const moment = momentOf(now);
  let query = enquiriesWithMail(db, moment).limit(limit + 1);
  if (view !== "all") query = query.where("status", "=", view === "quarantine" ? "quarantined" : "accepted");
  if (view === "missed") query = query.where("missed_at", "is not", null);
  if (view === "dated") query = query.where(hasDateAfter(now));
  if (state) query = query.where(state === "scheduled" ? isScheduled : sql<SqlBool>`state = ${state}`);
  if (outcome) query = query.where("outcome", "=", outcome);
  if (search) query = query.where(matches(search, db));
  if (cursor) query = query.where(isAfter(cursor));
  const rows = await query.execute();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    enquiries: rows.slice(0, limit).map((row) => toSummary(row, moment)),
    next: last ? `${last.received_at}-${last.reference}` : null,
  };
}

/** By the owner, or by a booked appointment that is still to come or to be asked about. */
const isScheduled = sql<SqlBool>`(state = 'scheduled' or state <> 'closed' and exists (select 1 ${datesFrom()}))`;

const hasDateAfter = (now: number) =>
  sql<SqlBool>`(remind_at > ${now} or exists (select 1 ${datesFrom(now)}))`;

type Cursor = Pick<RowWithMail, "received_at" | "reference">;

const isAfter = ({ received_at, reference }: Cursor) =>
  sql<SqlBool>`(received_at < ${received_at} or received_at = ${received_at} and reference > ${reference})`;

/** A cursor identifies the last enquiry of the previous page, which may have been erased since. */
function parseCursor(text: string): Cursor | undefined {
  const [, receivedAt, reference] = /^(\d{1,15})-([0-9A-Z]{4}-[0-9A-Z]{4})$/.exec(text) ?? [];
  return receivedAt && reference ? { received_at: Number(receivedAt), reference } : undefined;
}

function matches(search: string, db: Db) {
  const { words, number } = parseSearch(search);
  const position = sql.raw(isPostgres(db) ? "strpos" : "instr");
  const contains = (part: string) => sql<SqlBool>`${position}(search_text, ${part}) > 0`;
  const allWords = sql.join([sql`1 = 1`, ...words.map(contains)], sql` and `);
  return number ? sql<SqlBool>`((${allWords}) or ${contains(number)})` : sql<SqlBool>`(${allWords})`;
}

export async function findSummaries(db: Db, references: string[], moment: Moment) {
  if (references.length === 0) return [];
  const rows = await enquiriesWithMail(db, moment).where("reference", "in", references).execute();
  return rows.map((row) => toSummary(row, moment));
}

/** One enquiry with its notes, e-mails and what else the person has written; undefined if none has that reference. */
export async function findEnquiry(db: Db, reference: string, now: number) {
  const moment = momentOf(now);
  const rows = await enquiriesWithMail(db, moment).where("reference", "=", reference).execute();
  const [enquiry] = await toDetails(db, rows, moment);
  return enquiry && { ...enquiry, others: await findOthers(db, enquiry) };
}

/** All enquiries in pages, newest first, without canaries. */
export async function* exportEnquiries(db: Db, now: number): AsyncGenerator<EnquiryDetails[]> {
  const moment = momentOf(now);
  let last: RowWithMail | undefined;
  do {
    const page = enquiriesWithMail(db, moment).limit(exportPage);
    const rows = await (last ? page.where(isAfter(last)) : page).execute();
    if (rows.length > 0) yield await toDetails(db, rows, moment);
    last = rows.length === exportPage ? rows.at(-1) : undefined;
  } while (last);
}

/** How many there are. A closed one in quarantine is spam that the owner has confirmed. */
export const countByStatus = (db: Db) =>
  db
    .selectFrom("enquiries")
    .select([
      sql<number>`count(*) filter (where status = 'accepted')`.as("accepted"),
      sql<number>`count(*) filter (where status = 'accepted' and state = 'new')`.as("new"),
      sql<number>`count(*) filter (where status = 'quarantined' and state <> 'closed')`.as("inQuarantine"),
    ])
    .executeTakeFirstOrThrow();

function enquiriesWithMail(db: Db, moment: Moment) {
  return db
    .selectFrom("enquiries")
    .selectAll()
    .select([
      sql<OutboxTable["status"] | null>`(
        select case when outbox.status = 'waiting' and last_fault like 'refused %' then 'dead' else outbox.status end
          from outbox where outbox.reference = enquiries.reference and kind in ('trainer', 'reminder')
          order by created_at desc limit 1
      )`.as("mail"),
      ...stepColumns(moment),
    ])
    .where("status", "!=", "canary")
    .orderBy("received_at", "desc")
    .orderBy("reference");
}

type RowWithMail = Awaited<ReturnType<ReturnType<typeof enquiriesWithMail>["execute"]>>[number];

const toSummary = (row: RowWithMail, moment: Moment) => ({
  ...toFacts(row, moment),
  excerpt: row.message.slice(0, excerptLength),
});

function toFacts(row: RowWithMail, moment: Moment) {
  const { reference, name, phone, email, goal, state, outcome, mail } = row;
  const step = nextStepOf(row, moment);
  return {
    reference,
    // The queries exclude the canary.
    status: row.status as Exclude<typeof row.status, "canary">,
    /** Why it is in quarantine, in Polish. */
    reasons: JSON.parse(row.reasons) as string[],
    name,
    /** E.164, for links. */
    phone,
    /** Formatted for people. */
    phoneText: phone && formatPhone(phone),
    email,
    goal,
    preferredTime: row.preferred_time,
    receivedAt: toIso(row.received_at),
    state,
    outcome,
    /** What follows, and since when or until when. */
    step: { kind: step.kind, at: toIso(step.at) },
    missedAt: toIso(row.missed_at),
    /** When the owner last handled it; null for never. */
    handledAt: toIso(row.handled_at),
    /** Null while it is unread. */
    readAt: toIso(row.read_at),
    /** The reminder's time; kept until it is cleared. */
    remindAt: toIso(row.remind_at),
    /** The state of the last e-mail to the trainer; null if there is none. */
    mail,
  };
}

async function toDetails(db: Db, rows: RowWithMail[], moment: Moment) {
  if (rows.length === 0) return [];
  const references = rows.map(({ reference }) => reference);
  const notes = db.selectFrom("notes").selectAll().where("reference", "in", references);
  const emails = db.selectFrom("outbox").selectAll().where("reference", "in", references);
  const notesOf = Map.groupBy(await notes.orderBy("created_at").orderBy("id").execute(), referenceOf);
  // Both e-mails of an enquiry are created at once; the owner's comes first.
  const sortedEmails = await emails.orderBy("created_at").orderBy("kind").orderBy("id").execute();
  const emailsOf = Map.groupBy(sortedEmails, referenceOf);
  const appointments = db.selectFrom("appointments").selectAll().where("reference", "in", references);
  const opinions = db.selectFrom("opinions").selectAll().where("reference", "in", references);
  const opinionsOf = Map.groupBy(await opinions.where("state", "<>", "offered").execute(), referenceOf);
  const datesOf = Map.groupBy(await appointments.orderBy("created_at", "desc").execute(), referenceOf);
  return rows.map((row) => ({
    ...toFacts(row, moment),
    message: row.message,
    /** When it first left the state `new` or the owner decided about its date; null before that. */
    firstContactAt: toIso(row.first_contact_at),
    notes: (notesOf.get(row.reference) ?? []).map(toNote),
    emails: (emailsOf.get(row.reference) ?? []).map(toEmail),
    /** Its dates, the newest first. */
    appointments: (datesOf.get(row.reference) ?? []).map((date) => toAppointment(date, row.missed_at)),
    opinions: (opinionsOf.get(row.reference) ?? []).map(
      ({ id, appointment, state, text, author, about }) => ({ id, appointment, state, text, author, about }),
    ),
  }));
}

const referenceOf = ({ reference }: { reference: string | null }) => reference;

export function toNote({ id, text, created_at }: Selectable<NotesTable>) {
  return { id, text, createdAt: toIso(created_at) };
}

/** `start` is local, `2026-12-01T17:30`. `missedAt`: the end of the meeting that its person missed last. */
export function toAppointment(row: Selectable<AppointmentsTable>, missedAt: number | null = null) {
  const { id, kind, state, minutes, starts_at: startsAt, local_start: start } = row;
  const isHeld = row.held_at !== null;
  const isMissed = state === "booked" && !isHeld && row.ends_at === missedAt;
  return { id, kind, state, start, minutes, startsAt, isHeld, isMissed };
}

function toEmail(row: Selectable<OutboxTable>) {
  const { id, kind, status, attempts } = row;
  return {
    id,
    kind,
    status,
    attempts,
    /** Given up because a backup was restored: it may have been sent after the backup. */
    isUnknown: status === "dead" && row.last_fault === "restored",
    queuedAt: toIso(row.created_at),
    /** When it was sent or given up. */
    settledAt: toIso(row.settled_at),
    /** The owner's words in an answer; null in other e-mails. */
    text: kind === "answer" ? row.detail : null,
  };
}

function toIso(ms: number): string;
function toIso(ms: number | null): string | null;
function toIso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** When the mail server last accepted an e-mail, in ISO 8601; null if it never did. */
export async function lastEmailSentAt(db: Db): Promise<string | null> {
  const last = db.selectFrom("outbox").select(({ fn }) => fn.max("settled_at").as("at"));
  const row = await last.where("status", "=", "sent").executeTakeFirst();
  return toIso(row?.at ?? null);
}

/**
 * Changes whenever an enquiry, what belongs to it or the week's free dates do, in any process. Sums of times, because the latest one
 * hides what changes after the clock was set back; as texts, because they exceed JavaScript's exact numbers. 2 ms for 100 000 e-mails.
 */
export async function readRevision(db: Db): Promise<string> {
  const { rows } = await sql<Record<string, number | string | null>>`select
    (select count(*) from enquiries) as enquiries,
    (select sum(revision) from enquiries) as changes,
    (select max(received_at) from enquiries) as latest,
    (select cast(sum(settled_at) as text) from outbox) as settled,
    (select cast(sum(changed_at) as text) from appointments) as dates,
    (select cast(sum(ran_at) as text) from jobs where name in ('busy-calendars', 'slot-exceptions')) as free,
    (select cast(sum(changed_at) as text) from opinions) as opinions`.execute(db);
  return Object.values(rows[0] ?? {}).join("-");
}

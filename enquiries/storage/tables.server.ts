import type { Generated, Kysely, Selectable, Transaction as TransactionOn } from "kysely";

/** The database with these tables, or a transaction on it. */
export type Db = Kysely<Tables>;
export type Transaction = TransactionOn<Tables>;

/** All times are milliseconds since 1970 of the machine's clock. */
export type Tables = {
  enquiries: EnquiriesTable & HandlingColumns;
  notes: NotesTable;
  outbox: OutboxTable;
  appointments: AppointmentsTable;
  /** Every e-mail about an appointment has its own link, of which only the hash is kept. */
  appointment_tokens: { token_hash: string; appointment: string };
  /** A change that the trainer made for one day: `closed` without a time closes all of it. */
  slot_exceptions: {
    id: string;
    effect: "closed" | "added";
    day: string;
    time: string | null;
    kind: AppointmentsTable["kind"] | null;
    minutes: number | null;
  };
  /** The owner's own answers, and those that replace a sample with the same id. */
  ready_answers: { id: string; name: string; text: string; created_at: number };
  opinions: OpinionsTable;
  canary_tokens: { token_hash: string; expires_at: number };
  /** `detail` is the job's own JSON. */
  jobs: { name: string; ran_at: number; detail: string };
  visits: VisitsTable;
};

export type EnquiryRow = Selectable<Tables["enquiries"]>;

/** What the visitor sent, and the program's record of it. */
export type EnquiriesTable = {
  reference: string;
  /** The form's one-time key, unique where it is given. */
  key: string | null;
  content_hash: string;
  /** `canary` rows test that enquiries arrive: they are never counted, listed or exported. */
  status: "accepted" | "quarantined" | "canary";
  /** JSON list of Polish reasons for the quarantine. */
  reasons: string;
  /** The outbox row of the digest that reported this enquiry to the trainer. */
  digest_id: string | null;
  name: string;
  phone: string | null;
  email: string | null;
  goal: string | null;
  preferred_time: string | null;
  message: string;
  received_at: number;
};

type HandlingColumns = {
  /** Lower-case text without diacritics, for the owner's search. */
  search_text: string;
  /** The database checks these values: a new one needs a migration. */
  state: Generated<"new" | "in-contact" | "scheduled" | "closed">;
  read_at: Generated<number | null>;
  /** When the enquiry first left the state `new` or the owner decided about its date. */
  first_contact_at: Generated<number | null>;
  /** When to remind the owner. Of a scheduled enquiry without an appointment it is the meeting itself. */
  remind_at: Generated<number | null>;
  reminded_at: Generated<number | null>;
  /** How it ended; null while it is open. The database checks these values, too. */
  outcome: Generated<"client" | "not-now" | "no" | null>;
  /** When the owner last changed its state or its reminder. */
  handled_at: Generated<number | null>;
  /** When the owner noted that the person did not come. */
  missed_at: Generated<number | null>;
  /** How often it was changed. Open panels notice changes by the sum over all enquiries. */
  revision: Generated<number>;
};

export type NotesTable = { id: string; reference: string; text: string; created_at: number };

export type OutboxTable = {
  id: string;
  /** Null for a digest. The e-mail is written from the enquiry when it is sent, so nothing personal is stored twice. */
  reference: string | null;
  kind: "trainer" | "visitor" | "digest" | "canary" | "reminder" | "answer" | "booking" | "booking-trainer";
  /** Fixed for every attempt, so that a second delivery is recognisable. */
  message_id: string;
  status: "waiting" | "sent" | "dead";
  attempts: number;
  created_at: number;
  next_attempt_at: number;
  /** Held while a worker sends this message: its machine and a random token. */
  lease: string | null;
  settled_at: number | null;
  /** Codes of the last failure, never its text. */
  last_fault: string | null;
  appointment: Generated<string | null>;
  /** In an answer the owner's words; about an appointment `BookingNews` as JSON. */
  detail: Generated<string | null>;
};

export type AppointmentsTable = {
  /** Also the beginning of its calendar UID. */
  id: string;
  reference: string;
  kind: "talk" | "training";
  /** `wish` and `booked` hold their time, and the database refuses overlaps. `asked` holds none: the trainer decides. */
  state: "wish" | "asked" | "booked" | "cancelled";
  /** `2026-12-01T17:30` in Poland. `starts_at` is derived from it. */
  local_start: string;
  minutes: number;
  starts_at: number;
  ends_at: number;
  /** Counts the changes, like SEQUENCE in iCalendar. */
  sequence: number;
  /** Until when a wish holds its time. */
  place_until: number | null;
  /** When to remind the visitor; null once that was done or if it is too late. */
  remind_at: number | null;
  /** JSON of what the trainer's last change replaced, empty once it can no longer be undone. Null after a visitor's change. */
  undo: string | null;
  /** When the owner noted that it took place. */
  held_at: Generated<number | null>;
  created_at: number;
  changed_at: number;
};

/** How many visits began on a page. Nothing about a visitor is stored. */
export type VisitsTable = {
  /** `2026-11-23`, in Poland. */
  day: string;
  page: string;
  /** The name of a known site, `z:` and a tag of the owner's, or `inne`. */
  source: string;
  count: number;
};

/** One row for each link given out. A `withdrawn` row keeps only hash and times. The content refers to `id` as `proof`. */
export type OpinionsTable = Record<"id" | "token_hash", string> & {
  state: "offered" | "sent" | "shown" | "hidden" | "withdrawn";
  reference: string | null;
  /** Its id, day and kind, kept as part of the proof when the appointment itself is no longer there. */
  appointment: string | null;
  held_on: string | null;
  kind: AppointmentsTable["kind"] | null;
  /** The consents as JSON, in the wording that the person saw. */
  consents: Generated<string | null>;
  /** Why it is not shown. */
  reason: Generated<string | null>;
  created_at: number;
  sent_at: Generated<number | null>;
  changed_at: number;
} & Record<"text" | "author" | "about" | "words_hash", Generated<string | null>>;

import type { Generated } from "kysely";

/** All times are milliseconds since 1970 of the machine's clock. */
export type Tables = {
  enquiries: EnquiriesTable & HandlingColumns;
  notes: NotesTable;
  outbox: OutboxTable;
  canary_tokens: { token_hash: string; expires_at: number };
  jobs: JobsTable;
};

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

/** The owner's handling of it. */
type HandlingColumns = {
  /** Lower-case text without diacritics, in which the owner's search looks. */
  search_text: string;
  /** The database checks these values: a new one needs a migration. */
  state: Generated<"new" | "in-contact" | "scheduled" | "closed">;
  read_at: Generated<number | null>;
  /** When the enquiry first left the state `new`. */
  first_contact_at: Generated<number | null>;
  remind_at: Generated<number | null>;
  /** When the owner was reminded. */
  reminded_at: Generated<number | null>;
};

export type NotesTable = {
  id: string;
  reference: string;
  text: string;
  created_at: number;
};

export type OutboxTable = {
  id: string;
  /** Null for a digest. The e-mail is written from the enquiry when it is sent, so nothing personal is stored twice. */
  reference: string | null;
  kind: "trainer" | "visitor" | "digest" | "canary" | "reminder";
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
};

type JobsTable = {
  name: string;
  ran_at: number;
  /** JSON that belongs to the job. */
  detail: string;
};

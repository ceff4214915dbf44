/**
 * What the owner sees of enquiries and does with them, as plain objects that JSON keeps as they are. Times are ISO 8601 in UTC.
 * This module has no code of the server in it, so a browser may import it.
 */

/** Where the owner is with an enquiry, in the order in which it usually goes. */
export const enquiryStates = ["new", "in-contact", "scheduled", "closed"] as const;
export type EnquiryState = (typeof enquiryStates)[number];

export const maxNoteLength = 4_000;

export type MailStatus = "waiting" | "sent" | "dead";

type EnquiryFacts = {
  reference: string;
  status: "accepted" | "quarantined";
  /** Why it is in quarantine, in Polish. */
  reasons: string[];
  name: string;
  /** E.164, for links. */
  phone: string | null;
  /** As people read it. */
  phoneText: string | null;
  email: string | null;
  goal: string | null;
  preferredTime: string | null;
  receivedAt: string;
  state: EnquiryState;
  /** Null while it is unread. */
  readAt: string | null;
  /** When to remind of it; stays until it is cleared. */
  remindAt: string | null;
  /** The way of the e-mail to the trainer; null where none was written. */
  mail: MailStatus | null;
};

/** `excerpt` is the beginning of the message. */
export type EnquirySummary = EnquiryFacts & { excerpt: string };

export type EnquiryDetails = EnquiryFacts & {
  message: string;
  /** When it first left the state `new`; null while it has not. */
  firstContactAt: string | null;
  /** Oldest first. */
  notes: Note[];
  /** Oldest first. */
  emails: EnquiryEmail[];
};

export type Note = { id: string; text: string; createdAt: string };

export type EnquiryEmail = {
  kind: "trainer" | "visitor" | "digest" | "canary" | "reminder";
  status: MailStatus;
  attempts: number;
  /** Codes of the last failure. */
  lastError: string | null;
  queuedAt: string;
  /** When the next attempt is due; null once it is sent or given up. */
  nextAttemptAt: string | null;
  /** When it was sent or given up. */
  settledAt: string | null;
};

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type EnquiryFilter = {
  /** Left out: everything but the quarantine. */
  view?: "inbox" | "quarantine" | "all" | undefined;
  state?: EnquiryState | undefined;
  /** Looked for in name, phone, e-mail, message and reference, without regard to diacritics. */
  search?: string | undefined;
  /** `next` of the page before. */
  after?: string | undefined;
  limit: number;
};

/** Newest first. `next` leads to the page that follows and is null on the last one. */
export type EnquiryPage = { enquiries: EnquirySummary[]; next: string | null };

/** `unchanged`: it was so already. `missing`: there is no such enquiry, or nothing of it to act on. */
export type ActResult = "done" | "unchanged" | "missing";

/** `inQuarantine` and `remindersDue` count what waits for the owner's decision. */
export type InboxCounts = { new: number; unread: number; inQuarantine: number; remindersDue: number };

export type InboxStats = {
  enquiries: number;
  inQuarantine: number;
  lastSevenDays: number;
  emails: Record<MailStatus, number>;
  /** A year, oldest first, weeks without enquiries too; `week` is the date of its Monday in Poland. */
  weeks: { week: string; enquiries: number }[];
  /** Of the same year, the most frequent first; null for those without a goal. */
  goals: { goal: string | null; enquiries: number }[];
  /** Of the same year; null while nobody has been contacted. */
  medianMinutesToFirstContact: number | null;
};

/** An e-mail address in any case, or a phone number in E.164. */
export type Person = { email: string } | { phone: string };

export type OwnEnquiry = { reference: string; name: string; email: string | null; phone: string | null };

/** What a person is known by, and their enquiries: those with the given address or number, and those that these lead to. */
export type PersonData = { identifiers: Person[]; exact: OwnEnquiry[]; related: OwnEnquiry[] };

export type Erasure = {
  erased: number;
  /** Enquiries that may be the same person's, and stay. */
  left: OwnEnquiry[];
  /** False: another program is reading the database, so the deleted text stays in its log until the next day's purge. */
  logEmptied: boolean;
  /** Databases that were put aside by a restore and cannot be read. */
  unreadable: string[];
};

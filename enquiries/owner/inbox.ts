// The panel's browser code imports this file: keep server code out of it.

/** The states of an enquiry, in the usual order. The database checks these values: a new one needs a migration. */
export const enquiryStates = ["new", "in-contact", "scheduled", "closed"] as const;
export type EnquiryState = (typeof enquiryStates)[number];

/** How a closed enquiry ended. The database checks these values, too. */
export const outcomes = ["client", "not-now", "no"] as const;
export type Outcome = (typeof outcomes)[number];

/** Polish words for values that are stored in English. */
export const stateLabels: Record<EnquiryState, string> = {
  new: "nowe",
  "in-contact": "w kontakcie",
  scheduled: "umówione",
  closed: "zamknięte",
};

export const outcomeLabels: Record<Outcome, string> = { client: "klient", "not-now": "nie teraz", no: "nie" };

/** The state that the owner gives an enquiry, with its details. */
export type StateTarget = {
  /** The next step's time in ISO 8601; null for none. Left out: as it was, but a closed enquiry keeps none. */
  at?: string | null | undefined;
  /** The start of the meeting that it tells of, in ISO 8601. Left out: it tells of all that are over. */
  meeting?: string | null | undefined;
  /** Whether the person did not come to the meeting. Left out: as it was. */
  missed?: boolean | undefined;
  /** Whether past appointments took place. Left out: as it was, but for a new client they did. */
  held?: boolean | undefined;
  /** For an undo: the times before the change, in ISO 8601. Left out: it is handled now. */
  was?: { handledAt: string | null; missedAt: string | null } | undefined;
} & ({ state: Exclude<EnquiryState, "closed"> } | { state: "closed"; outcome: Outcome });

/** `from` is the state that the owner saw: the change is refused if another device has changed it meanwhile. */
export type StateChange = { from: EnquiryState } & StateTarget;

/** What the list may show. `missed`: people who missed a meeting. `dated`: enquiries that wait for a date. */
export const listViews = ["inbox", "quarantine", "all", "missed", "dated"] as const;

export const maxNoteLength = 4_000;
export const maxSearchLength = 200;

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** `unchanged`: nothing to do. `missing`: no such enquiry, or nothing in it to act on. `changed`: another device was faster. */
export type ActionResult = "done" | "unchanged" | "missing" | "changed";

/** An e-mail address in any case, or a phone number in E.164. */
export type Person = { email: string } | { phone: string };

/** What is erased for good: a person, or the opinion of this id. */
export type Erased = Person | { opinion: string };

// The panel's browser code imports this file: keep server code out of it.

import type { EnquiriesTable } from "../storage/tables.server.ts";

/** The states of an enquiry, in the usual order. The database checks these values: a new one needs a migration. */
export const enquiryStates = ["new", "in-contact", "scheduled", "closed"] as const;
export type EnquiryState = (typeof enquiryStates)[number];

/** Polish words for values that are stored in English. */
export const stateLabels: Record<EnquiryState, string> = {
  new: "nowe",
  "in-contact": "w kontakcie",
  scheduled: "umówione",
  closed: "zamknięte",
};

type Handled = { status: EnquiriesTable["status"]; state: EnquiryState };

export const stateLabelOf = ({ status, state }: Handled) =>
  status === "quarantined" ? "kwarantanna" : stateLabels[state];

export const maxNoteLength = 4_000;

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** `unchanged`: nothing had to be done. `missing`: there is no such enquiry, or nothing in it to act on. */
export type ActResult = "done" | "unchanged" | "missing";

/** An e-mail address in any case, or a phone number in E.164. */
export type Person = { email: string } | { phone: string };

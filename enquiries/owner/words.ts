import type { EnquiriesTable } from "../storage/tables.server.ts";
import type { EnquiryState } from "./inbox.ts";

/** Polish words for values that are stored in English. */
export const stateWord: Record<EnquiryState, string> = {
  new: "nowe",
  "in-contact": "w kontakcie",
  scheduled: "umówione",
  closed: "zamknięte",
};

type Handled = { status: EnquiriesTable["status"]; state: EnquiryState };

export const stateWordOf = ({ status, state }: Handled) =>
  status === "quarantined" ? "kwarantanna" : stateWord[state];

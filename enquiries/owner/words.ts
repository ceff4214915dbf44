import type { EnquiriesTable, OutboxTable } from "../storage/tables.server.ts";
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

export const mailWord: Record<OutboxTable["status"], string> = {
  waiting: "czeka",
  sent: "wysłany",
  dead: "nie dotarł",
};

export const emailKindWord: Record<OutboxTable["kind"], string> = {
  trainer: "zapytanie",
  visitor: "potwierdzenie",
  digest: "zestawienie",
  canary: "test",
  reminder: "przypomnienie",
};

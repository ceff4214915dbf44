import type { EnquiryEmail, EnquiryState, EnquirySummary, MailStatus } from "./inbox.ts";

/** The owner's words for what is kept in English. */
export const stateWord: Record<EnquiryState, string> = {
  new: "nowe",
  "in-contact": "w kontakcie",
  scheduled: "umówione",
  closed: "zamknięte",
};

export const stateWordOf = ({ status, state }: Pick<EnquirySummary, "status" | "state">) =>
  status === "quarantined" ? "kwarantanna" : stateWord[state];

export const mailWord: Record<MailStatus, string> = {
  waiting: "czeka",
  sent: "wysłany",
  dead: "nie dotarł",
};

export const emailKindWord: Record<EnquiryEmail["kind"], string> = {
  trainer: "zapytanie",
  visitor: "potwierdzenie",
  digest: "zestawienie",
  canary: "test",
  reminder: "przypomnienie",
};

import type { EnquiryState } from "../../server/api.ts";

/** The states of an enquiry in the order in which they follow. */
export const stateWords: Record<EnquiryState, string> = {
  new: "nowe",
  "in-contact": "w kontakcie",
  scheduled: "umówione",
  closed: "zamknięte",
};

export function isState(text: string | null): text is EnquiryState {
  return text !== null && Object.hasOwn(stateWords, text);
}

export const states = Object.keys(stateWords) as EnquiryState[];

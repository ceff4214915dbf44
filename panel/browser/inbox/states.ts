import { type EnquiryState, enquiryStates } from "../../../enquiries/owner/inbox.ts";

/** The states of an enquiry in the order in which they follow. */
export const states = enquiryStates;

export function isState(text: string | null): text is EnquiryState {
  return enquiryStates.some((state) => state === text);
}

import type { EnquiryState, StateTarget } from "../../../enquiries/owner/inbox.ts";
import { api } from "../api.ts";

/** Changes the state of an enquiry from the one that is shown: the server refuses if another device was faster. */
export const changeState = (
  { reference, state }: { readonly reference: string; readonly state: EnquiryState },
  target: StateTarget,
) => api.enquiries[":reference"].state.$put({ param: { reference }, json: { from: state, ...target } });

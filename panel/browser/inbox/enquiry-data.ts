import type { LoaderFunctionArgs, ShouldRevalidateFunction } from "react-router";
import type { StateTarget } from "../../../enquiries/owner/inbox.ts";
import { ApiError, api } from "../api.ts";
import type { CallOptions } from "../shell/button.tsx";
import { forgetDraft } from "./answer-drafts.tsx";

export async function loadEnquiry({ params }: LoaderFunctionArgs) {
  const { reference = "" } = params;
  const found = await api.enquiries[":reference"].$get({ param: { reference } }).catch((error) => {
    // The person may have been erased on another device.
    if (error instanceof ApiError && error.code === "not-found") forgetDraft(reference);
    throw error;
  });
  const enquiry = await found.json();
  // A separate request, because a GET must not change anything. If it fails, the enquiry stays unread until the next visit.
  if (enquiry.readAt === null)
    void api.enquiries[":reference"].read.$post({ param: { reference } }).catch(() => {});
  return enquiry;
}

export type Enquiry = Awaited<ReturnType<typeof loadEnquiry>>;

/**
 * The enquiry that this panel is erasing. The live stream reports its change before the server has answered, and a refresh would then
 * ask for an enquiry that is gone.
 */
let erasing: string | undefined;

export async function whileErasing(reference: string, erase: () => Promise<void>): Promise<void> {
  erasing = reference;
  await erase().finally(() => {
    erasing = undefined;
  });
}

export const shouldRefreshEnquiry: ShouldRevalidateFunction = ({ currentParams, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && currentParams.reference !== erasing;

/** Changes the state of an enquiry. The server refuses if another device has changed the shown state meanwhile. */
export const changeState = (
  { reference, state: from }: Pick<Enquiry, "reference" | "state">,
  to: StateTarget,
  options?: CallOptions,
) => api.enquiries[":reference"].state.$put({ param: { reference }, json: { from, ...to } }, options);

import type { LoaderFunctionArgs } from "react-router";
import {
  type EnquiryState,
  enquiryStates,
  listViews,
  outcomes,
  type StateTarget,
} from "../../../enquiries/owner/inbox.ts";
import { ApiError, api } from "../api.ts";
import { forgetDraft } from "./answer-drafts.tsx";

/** What the list shows after the next refresh. It is not in the URL, because a searched name would end up in histories and logs. */
export const wanted = { filter: "", search: "", pages: 1 };

/** Reloads all pages that are shown, so that changes far down the list appear, too. */
export async function loadInbox({ request }: LoaderFunctionArgs) {
  const filter = new URL(request.url).searchParams.get("stan") ?? "";
  if (filter !== wanted.filter) Object.assign(wanted, { filter, pages: 1 });
  const { search, pages } = wanted;
  let page = await loadPage(filter, search);
  const enquiries = [...page.enquiries];
  for (let loaded = 1; loaded < pages && page.next !== null; loaded += 1) {
    page = await loadPage(filter, search, page.next);
    enquiries.push(...page.enquiries);
  }
  return { enquiries, hasOlder: page.next !== null, filter, search, pages, now: Date.now() };
}

export type Inbox = Awaited<ReturnType<typeof loadInbox>>;

export async function loadToday() {
  return { ...(await (await api.enquiries.today.$get()).json()), now: Date.now() };
}

export type Today = Awaited<ReturnType<typeof loadToday>>;

async function loadPage(filter: string, search: string, after?: string) {
  const query = {
    view: listViews.find((one) => one === filter),
    state: enquiryStates.find((one) => one === filter),
    outcome: outcomes.find((one) => one === filter),
    after,
  };
  const answer = search
    ? await api.enquiries.search.$post({ json: { ...query, search } })
    : await api.enquiries.$get({ query });
  return answer.json();
}

export async function loadEnquiry({ params }: LoaderFunctionArgs) {
  const { reference = "" } = params;
  const found = await api.enquiries[":reference"].$get({ param: { reference } }).catch((error) => {
    // The person may have been erased on another device.
    if (error instanceof ApiError && error.code === "not-found") forgetDraft(reference);
    throw error;
  });
  const enquiry = await found.json();
  // In a request of its own, because a GET changes nothing. Live events tell of it; if it fails, it stays unread until the next visit.
  if (enquiry.readAt === null)
    void api.enquiries[":reference"].read.$post({ param: { reference } }).catch(() => {});
  return { enquiry, now: Date.now() };
}

export type EnquiryData = Awaited<ReturnType<typeof loadEnquiry>>;

/** Changes the state of an enquiry from the one that is shown: the server refuses if another device was faster. */
export const changeState = (
  { reference, state }: { readonly reference: string; readonly state: EnquiryState },
  target: StateTarget,
) => api.enquiries[":reference"].state.$put({ param: { reference }, json: { from: state, ...target } });

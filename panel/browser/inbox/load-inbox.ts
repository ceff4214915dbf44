import type { LoaderFunctionArgs } from "react-router";
import { enquiryStates } from "../../../enquiries/owner/inbox.ts";
import { api } from "../api.ts";

/** What the list shows. It stays in memory: the name of a person in an address would end up in histories and logs. */
const shown = { filter: "", search: "", pages: 1 };

export const searchedText = () => shown.search;

export function searchFor(search: string): void {
  Object.assign(shown, { search, pages: 1 });
}

/** One page more than the list has. */
export function showOlder({ pages }: Inbox): void {
  shown.pages = pages + 1;
}

/** Whether the list is not yet the one that was asked for. */
export const isBehind = ({ search, pages }: Inbox) => search !== shown.search || pages < shown.pages;

/** The list again, as long as it was: what was done to an enquiry far down shows there, too. */
export async function loadInbox({ request }: LoaderFunctionArgs) {
  const filter = new URL(request.url).searchParams.get("stan") ?? "";
  if (filter !== shown.filter) Object.assign(shown, { filter, pages: 1 });
  const { search, pages } = shown;
  let page = await loadPage(filter, search);
  const enquiries = [...page.enquiries];
  for (let loaded = 1; loaded < pages && page.next !== null; loaded += 1) {
    page = await loadPage(filter, search, page.next);
    enquiries.push(...page.enquiries);
  }
  return { enquiries, hasOlder: page.next !== null, filter, search, pages, now: Date.now() };
}

export type Inbox = Awaited<ReturnType<typeof loadInbox>>;

async function loadPage(filter: string, search: string, after?: string) {
  const state = enquiryStates.find((one) => one === filter);
  const query = {
    ...(filter === "quarantine" && { view: "quarantine" as const }),
    ...(state && { state }),
    ...(after && { after }),
  };
  const answer = search
    ? await api.enquiries.search.$post({ json: { ...query, search } })
    : await api.enquiries.$get({ query });
  return answer.json();
}

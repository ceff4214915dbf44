import type { InitialState } from "../payload-types.ts";
import { createStore } from "../ui/store.ts";
import { ChunkLoadError, type HistoryChange, type LoadDocument } from "./load-guard.ts";
import type { LoadingBar } from "./loading-bar.ts";
import type { LoadedPage, LoadPage } from "./page.ts";
import { type PageErrorStore, toPageError } from "./page-error.ts";

/** How to show a page that a link or script navigates to, and the enquiry that was just sent. Stored in the history entry. */
export interface VisitState extends Pick<InitialState, "reference" | "date"> {
  /** Leaves scroll position and focus alone, because only an overlay changes. */
  readonly keepPlace?: boolean | undefined;
  /** Whether the lightbox was opened from the page, so that the back button leads there. */
  readonly openedHere?: boolean | undefined;
}

/** A shown address of the site. */
export interface Visit {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state: VisitState;
  /** How the visit began: with the document, by a link in the app, or through the browser's history. */
  readonly by: "document" | "link" | "history";
  readonly samePage: boolean;
  /** Null when an error is shown instead. */
  readonly page: LoadedPage | null;
}

export function firstVisit(
  page: LoadedPage | null,
  { pathname, search = "", hash = "", state = {} }: Pick<Visit, "pathname"> & Partial<Visit>,
): Visit {
  return { pathname, search, hash, state, by: "document", samePage: false, page };
}

/**
 * Holds and changes the current visit. A newer navigation overrides older ones that are still loading. If a chunk is missing, the
 * page is loaded as a document; any other failure completes the visit and sets the page's error (B6.1, B6.4).
 */
export function createNavigation(deps: {
  load: LoadPage;
  loadDocument?: LoadDocument;
  bar: LoadingBar;
  pageError: PageErrorStore;
  first: Visit;
}) {
  const { load, loadDocument = () => false, bar, pageError } = deps;
  const { get, set, subscribe } = createStore(deps.first);
  let latest = 0;
  let activity: ReturnType<LoadingBar["start"]> | undefined;

  async function visit(address: URL, change: HistoryChange, state: VisitState): Promise<void> {
    latest += 1;
    const turn = latest;
    const { pathname, search, hash } = address;
    const shown = get();
    const samePage = pathname === shown.pathname;
    let page = samePage && search === shown.search ? shown.page : null;
    let error: unknown;
    if (!page) {
      activity ??= bar.start();
      try {
        page = await load(pathname, search);
      } catch (thrown) {
        error = thrown;
      }
    }
    // A document cannot read this state.
    if (state.reference) address.searchParams.set("ref", state.reference);
    if (turn !== latest) return;
    const isLeaving = error instanceof ChunkLoadError && loadDocument(address, change);
    // Even then: the back button may show this document as it was left.
    activity?.end(page || isLeaving ? "done" : "failed");
    activity = undefined;
    if (isLeaving) return;
    if (change !== "none") {
      history[`${change}State`]({ visit: state, key: newEntryKey() }, "", pathname + search + hash);
    }
    pageError.set(page ? null : toPageError(error));
    set({ pathname, search, hash, state, by: change === "none" ? "history" : "link", samePage, page });
  }

  return {
    /** The first visit, which boundaries that hydrate late still have to render. */
    first: deps.first,
    get,
    subscribe,
    /** Shows an address of the site (absolute or relative) once its page is loaded. */
    go: (to: string, { state = {}, replace = false }: { state?: VisitState; replace?: boolean } = {}) =>
      visit(new URL(to, location.href), replace ? "replace" : "push", state),
    /** Shows the history entry that the browser has moved to. */
    onPopState: () => visit(new URL(location.href), "none", currentVisitState()),
    /** Reloads the document; false if a reload a moment ago did not help. */
    reload: () => loadDocument(new URL(location.href), "none"),
  };
}

/** Identifies a history entry, so that its scroll position can be restored. */
export const newEntryKey = (): string => Math.random().toString(36).slice(2);

/** The state that the current history entry was created with. */
export function currentVisitState(): VisitState {
  return (history.state as { visit?: VisitState } | null)?.visit ?? {};
}

import { type HistoryChange, type LoadDocument, MissingPart } from "./load-guard.ts";
import type { LoadingBar } from "./loading-bar.ts";
import type { LoadedPage, LoadPage } from "./page.ts";
import { type PageErrorStore, toPageError } from "./page-error.ts";

/** What a link or script says about the way it leads to a page; the browser keeps it with the history entry. */
export interface VisitState {
  /** Leaves scrolling and focus alone, because only what lies over the page changes. */
  readonly keepPlace?: boolean | undefined;
  /** The lightbox was opened from the page, so the back button leads there. */
  readonly openedHere?: boolean | undefined;
  /** The number of the enquiry that was just sent. */
  readonly reference?: string | undefined;
}

/** One address of the site as it is shown. */
export interface Visit {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state: VisitState;
  /** How the visitor came: with the document, by a link of the app, or through the browser's history. */
  readonly by: "document" | "link" | "history";
  readonly samePage: boolean;
  /** Null where an error stands in the page's place. */
  readonly page: LoadedPage | null;
}

/** The visit that a document begins with. */
export function firstVisit(
  page: LoadedPage | null,
  { pathname, search = "", hash = "", state = {} }: Pick<Visit, "pathname"> & Partial<Visit>,
): Visit {
  return { pathname, search, hash, state, by: "document", samePage: false, page };
}

export interface Navigation {
  /** What the document shows; pieces of it that are hydrated late begin with that. */
  readonly first: Visit;
  get(): Visit;
  subscribe(listener: () => void): () => void;
  /** Shows an address of the site (absolute path, or relative to the present one) once its page is loaded. */
  go(to: string, options?: { state?: VisitState; replace?: boolean }): Promise<void>;
  /** Shows what the browser's history has gone to. */
  onPopState(): Promise<void>;
  /** Loads the present document anew; false when that was done a moment ago and did not help. */
  reload(): boolean;
}

/**
 * Holds what is shown and changes it; the latest wish wins over earlier ones that are still loading. A page of which a part is
 * missing is loaded as a document, any other that cannot be loaded is visited all the same, with its error set.
 */
export function createNavigation(deps: {
  load: LoadPage;
  loadDocument?: LoadDocument;
  bar: LoadingBar;
  pageError: PageErrorStore;
  first: Visit;
}): Navigation {
  const { load, loadDocument = () => false, bar, pageError } = deps;
  const listeners = new Set<() => void>();
  let shown = deps.first;
  let latest = 0;
  let activity: ReturnType<LoadingBar["start"]> | undefined;

  async function visit(address: URL, change: HistoryChange, state: VisitState): Promise<void> {
    latest += 1;
    const turn = latest;
    const { pathname, search, hash } = address;
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
    if (turn !== latest || (error instanceof MissingPart && loadDocument(address, change))) return;
    activity?.end(page ? "done" : "failed");
    activity = undefined;
    if (change !== "none") {
      history[`${change}State`]({ visit: state, key: newEntryKey() }, "", pathname + search + hash);
    }
    shown = { pathname, search, hash, state, by: change === "none" ? "history" : "link", samePage, page };
    page?.applyStyles?.();
    pageError.set(page ? null : toPageError(error));
    for (const listener of listeners) listener();
  }

  return {
    first: deps.first,
    get: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    go: (to, { state = {}, replace = false } = {}) =>
      visit(new URL(to, location.href), replace ? "replace" : "push", state),
    onPopState: () => visit(new URL(location.href), "none", keptState()),
    reload: () => loadDocument(new URL(location.href), "none"),
  };
}

/** The name of a history entry, by which the places are known that pages were scrolled to. */
export function newEntryKey(): string {
  return Math.random().toString(36).slice(2);
}

/** What the history entry that the browser shows was told about its visit. */
export function keptState(): VisitState {
  return (history.state as { visit?: VisitState } | null)?.visit ?? {};
}

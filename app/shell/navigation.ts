import type { LoadedPage } from "../load-page.ts";
import type { LoadingBar } from "./loading-bar.ts";
import type { PageErrorStore } from "./page-error.ts";

/** What a link or script says about the way it leads to a page; the browser keeps it with the history entry. */
export interface VisitState {
  /** Leaves the page where it is scrolled to, for links that only change what the page shows. */
  readonly keepPlace?: boolean;
  /** The lightbox was opened from the page, so the back button leads there. */
  readonly openedHere?: boolean;
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
  follow(): Promise<void>;
}

/**
 * Holds what is shown and changes it, the latest wish winning over earlier ones that are still loading. A page that cannot be
 * loaded is visited all the same, with its error set.
 */
export function createNavigation(deps: {
  load: (pathname: string) => Promise<LoadedPage>;
  bar: LoadingBar;
  pageError: PageErrorStore;
  first: Visit;
}): Navigation {
  const { load, bar, pageError } = deps;
  const listeners = new Set<() => void>();
  let shown = deps.first;
  let latest = 0;
  let activity: ReturnType<LoadingBar["start"]> | undefined;

  async function visit(address: URL, by: Visit["by"], arrive: () => VisitState): Promise<void> {
    latest += 1;
    const turn = latest;
    const { pathname, search, hash } = address;
    const samePage = pathname === shown.pathname;
    let page = samePage ? shown.page : null;
    let fault: unknown = null;
    if (!page) {
      activity ??= bar.start();
      try {
        page = await load(pathname);
      } catch (thrown) {
        fault = thrown;
      }
    }
    if (turn !== latest) return;
    activity?.end(page ? "done" : "failed");
    activity = undefined;
    shown = { pathname, search, hash, state: arrive(), by, samePage, page };
    page?.applyStyles?.();
    pageError.set(fault);
    for (const listener of listeners) listener();
  }

  return {
    first: deps.first,
    get: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    go(to, { state = {}, replace = false } = {}) {
      const address = new URL(to, location.href);
      return visit(address, "link", () => {
        const change = replace ? "replaceState" : "pushState";
        history[change](
          { visit: state, key: newEntryKey() },
          "",
          address.pathname + address.search + address.hash,
        );
        return state;
      });
    },
    follow: () => visit(new URL(location.href), "history", keptState),
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

import { isOnline } from "./online.ts";
import type { LoadedPage } from "./page.ts";

export const prefetchIdleTimeoutMs = 2000;

/** The part of the Network Information API that decides on prefetching; browsers without it have none. */
export interface ConnectionInfo {
  readonly effectiveType?: string;
  readonly saveData?: boolean;
}

/** Whether a page may be fetched ahead of a click: not on 2g, not in data-saver mode, not offline. */
export function mayPrefetch(connection: ConnectionInfo | undefined, online: boolean): boolean {
  return online && !connection?.saveData && !connection?.effectiveType?.includes("2g");
}

/** What links report, so that a click finds its page loaded. */
export interface Prefetch {
  /** A link to the page is in sight. */
  onVisible(path: string): void;
  /** The mouse is on a link to the page. */
  onHover(path: string): void;
}

/** Asks for permission each time, and never throws; `load` keeps what it has loaded. */
export function createPrefetch(
  load: (path: string) => Promise<Pick<LoadedPage, "applyStyles">>,
  allowed: () => boolean = () => mayPrefetch(currentConnection(), isOnline()),
): Prefetch {
  const fetchAhead = async (path: string) => (allowed() ? load(path) : undefined);
  return {
    onVisible(path) {
      fetchAhead(path).catch(() => {});
    },
    // Applying a style sheet makes the browser lay out the whole document, which a click shall not wait for.
    onHover(path) {
      fetchAhead(path).then(
        (page) => page?.applyStyles?.(),
        () => {},
      );
    },
  };
}

export function currentConnection(): ConnectionInfo | undefined {
  return (navigator as Navigator & { connection?: ConnectionInfo }).connection;
}

/** Calls `onVisible` when the element is first seen; begins to watch only once the browser is idle. */
export function watchVisibility(element: Element, onVisible: () => void): () => void {
  let observer: IntersectionObserver | undefined;
  const cancelIdle = whenIdle(() => {
    observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onVisible();
    });
    observer.observe(element);
  });
  return () => {
    cancelIdle();
    observer?.disconnect();
  };
}

function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const id = requestIdleCallback(callback, { timeout: prefetchIdleTimeoutMs });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(callback, 1);
  return () => clearTimeout(id);
}

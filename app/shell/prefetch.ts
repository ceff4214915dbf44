import type { LoadedPage } from "../load-page.ts";
import { isOnline } from "./online.ts";

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

/** What links tell, so that a click finds its page ready. */
export interface Prefetch {
  /** A link to the page is in sight: fetches the page. */
  seen(path: string): void;
  /**
   * The mouse is on a link to the page: applies its style sheet if that was fetched, because it makes the browser lay out the
   * whole document, which a click shall not wait for.
   */
  meant(path: string): void;
}

/** Fetches each page at most once, asks for permission anew each time, and never throws. */
export function createPrefetch(
  load: (path: string) => Promise<Pick<LoadedPage, "applyStyles">>,
  allowed: () => boolean = () => mayPrefetch(currentConnection(), isOnline()),
): Prefetch {
  const begun = new Map<string, ReturnType<typeof load>>();
  return {
    seen(path) {
      if (begun.has(path) || !allowed()) return;
      const page = load(path);
      begun.set(path, page);
      page.catch(() => begun.delete(path));
    },
    meant(path) {
      begun.get(path)?.then(
        ({ applyStyles }) => applyStyles?.(),
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

import { isOnline } from "../ui/online.ts";
import type { LoadedPage, LoadPage } from "./page.ts";

const idleTimeoutMs = 2000;

/** Creates the prefetch function. It never throws; `load` caches what it loads (B3.3). */
export function createPrefetch(load: LoadPage): (path: string) => Promise<LoadedPage | null> {
  return async (path) => (mayPrefetch() ? load(path).catch(() => null) : null);
}

/** Whether a page may be prefetched now: not on 2g, in data-saver mode or offline (B3.2). */
function mayPrefetch(): boolean {
  const connection = currentConnection();
  return isOnline() && !connection?.saveData && !connection?.effectiveType?.includes("2g");
}

/** The part of the Network Information API that decides on prefetching; not every browser has it. */
export function currentConnection(): { effectiveType?: string; saveData?: boolean } | undefined {
  return (navigator as { connection?: ReturnType<typeof currentConnection> }).connection;
}

/** Calls `onVisible` each time the element becomes visible, or as near as `rootMargin`; starts when the browser is idle (B3.1). */
export function watchVisibility(element: Element, onVisible: () => void, rootMargin = "0px"): () => void {
  let observer: IntersectionObserver | undefined;
  const cancelIdle = whenIdle(() => {
    observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onVisible();
      },
      { rootMargin },
    );
    observer.observe(element);
  });
  return () => {
    cancelIdle();
    observer?.disconnect();
  };
}

/** Calls back when the browser is idle, at the latest after 2 s; returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const id = requestIdleCallback(callback, { timeout: idleTimeoutMs });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(callback, 1);
  return () => clearTimeout(id);
}

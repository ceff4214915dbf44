import { useLayoutEffect, useState } from "react";
import type { PageError, PageErrorStore } from "./page-error.ts";

/**
 * The error that is set. It comes and goes in the same transition as the router's own state: were it ahead of it
 * (`useSyncExternalStore` would be), a page that failed to render would be rendered, and fail, once more on leaving it.
 */
export function usePageError(store: PageErrorStore): PageError | null {
  const [error, setError] = useState(store.get());
  useLayoutEffect(() => store.subscribe(() => setError(store.get())), [store]);
  return error;
}

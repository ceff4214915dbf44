import { useSyncExternalStore } from "react";

/** The browser's online flag; true where there is none. */
export const isOnline = () => navigator.onLine !== false;

/** Calls back when the online flag changes; returns a function that unsubscribes (B5.1). */
function onOnlineChange(listener: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  for (const type of ["online", "offline"]) addEventListener(type, listener, { signal });
  return () => listening.abort();
}

export const useOnline = (): boolean => useSyncExternalStore(onOnlineChange, isOnline, () => true);

import { useSyncExternalStore } from "react";
import { api } from "../api.ts";

let count = 0;
const listeners = new Set<() => void>();

/** Says how many changes visitors do not see yet; whoever saves a change knows. */
export function noteUnpublished(next: number): void {
  count = next;
  for (const listener of listeners) listener();
}

/** Asks the server; without an answer what was known stays. */
export async function refreshUnpublished(): Promise<void> {
  const response = await api.publish.count.$get().catch(() => undefined);
  if (response) noteUnpublished((await response.json()).count);
}

export function useUnpublished(): number {
  return useSyncExternalStore(subscribe, () => count);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

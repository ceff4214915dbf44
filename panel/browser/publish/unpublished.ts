import { useSyncExternalStore } from "react";
import { createStore } from "../../../app/ui/store.ts";
import { api } from "../api.ts";

const count = createStore(0);

/** Says how many changes visitors do not see yet; whoever saves a change knows. */
export const setUnpublished = count.set;

/** Asks the server; without an answer what was known stays. */
export async function refreshUnpublished(): Promise<void> {
  const response = await api.publish.count.$get().catch(() => undefined);
  if (response) setUnpublished((await response.json()).count);
}

export function useUnpublished(): number {
  return useSyncExternalStore(count.subscribe, count.get);
}

import { useSyncExternalStore } from "react";
import { createStore } from "../../../app/ui/store.ts";
import { api } from "../api.ts";

/** Negative until the server has told it. */
const count = createStore(-1);

/** Sets the number of unpublished changes, which the server's responses about a file include. */
export const setUnpublished = count.set;

/** Fetches the number. Without a response it stays. */
export async function refreshUnpublished(): Promise<void> {
  const response = await api.publish.count.$get().catch(() => undefined);
  if (response) setUnpublished((await response.json()).count);
}

export const useUnpublished = () => useSyncExternalStore(count.subscribe, count.get);

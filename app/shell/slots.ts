import type { Slot } from "../../enquiries/booking.ts";
import { createStore } from "../ui/store.ts";
import type { RequestClient } from "./request-client.ts";

/** The dates that are free, once they are known; `first` came with the document. A static host has none: then nothing changes. */
export function createSlots(request: RequestClient["request"], first: readonly Slot[] | undefined) {
  const { get, set, subscribe } = createStore(first);
  return {
    first,
    get,
    subscribe,
    async load(): Promise<void> {
      const answer = await request("/api/slots", { progress: false }).catch(() => undefined);
      const { slots } = Object(answer?.body) as { slots?: readonly Slot[] };
      if (answer?.status === 200 && Array.isArray(slots)) set(slots);
    },
  };
}

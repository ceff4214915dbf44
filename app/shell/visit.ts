import { useSyncExternalStore } from "react";
import type { Visit } from "./navigation.ts";
import { useRuntime } from "./runtime.tsx";

/**
 * What `select` takes from the visit that is shown. The component renders again only when that changes, so `select` must not
 * build a new object each time.
 */
export function useVisit<Selected>(select: (visit: Visit) => Selected): Selected {
  const { navigation } = useRuntime();
  return useSyncExternalStore(
    navigation.subscribe,
    () => select(navigation.get()),
    () => select(navigation.first),
  );
}

import { useSyncExternalStore } from "react";
import type { Visit } from "./navigation.ts";
import { useRuntime } from "./runtime.tsx";

/** What `select` takes from the visit that is shown; renders again only when that changes, so it shall make nothing new. */
export function useVisit<Selected>(select: (visit: Visit) => Selected): Selected {
  const { navigation } = useRuntime();
  return useSyncExternalStore(
    navigation.subscribe,
    () => select(navigation.get()),
    () => select(navigation.first),
  );
}

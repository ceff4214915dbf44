import { useSyncExternalStore } from "react";
import type { Visit } from "./navigation.ts";
import { useRuntime } from "./runtime.tsx";

/**
 * Selects a value from the current visit. The component re-renders only when that value changes, so `select` must not create a
 * new object each time.
 */
export function useVisit<Selected>(select: (visit: Visit) => Selected): Selected {
  const { navigation } = useRuntime();
  return useSyncExternalStore(
    navigation.subscribe,
    () => select(navigation.get()),
    () => select(navigation.first),
  );
}

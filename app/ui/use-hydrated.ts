import { useSyncExternalStore } from "react";

/** False in the HTML and during hydration, then true. Pages shown by in-app navigation start with true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};

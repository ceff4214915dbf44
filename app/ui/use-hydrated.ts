import { useSyncExternalStore } from "react";

/** False in the HTML and during hydration, true afterwards; true from the start on pages shown by in-app navigation. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};

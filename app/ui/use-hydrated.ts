import { useSyncExternalStore } from "react";

/** Whether a script runs the page: false in the HTML and while it is hydrated, true from the start on a page that the app shows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};

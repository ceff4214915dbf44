import { useSyncExternalStore } from "react";

/** Whether a script runs the page: false in the HTML and while that is hydrated, true at once in a page that the app shows. */
export function useLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};

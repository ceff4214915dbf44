import type { DataRouter } from "react-router";
import type { Runtime } from "./runtime.tsx";

/** Lets the loading bar and the page error follow the router, from a navigation's start to its end or failure. */
export function followNavigation(router: DataRouter, { bar, pageError }: Runtime): void {
  let activity: ReturnType<typeof bar.start> | undefined;
  router.subscribe((state) => {
    if (state.navigation.state !== "idle") {
      activity ??= bar.start();
      return;
    }
    const [error] = Object.values(state.errors ?? {});
    activity?.end(error === undefined ? "done" : "failed");
    activity = undefined;
    pageError.set(error ?? null);
  });
}

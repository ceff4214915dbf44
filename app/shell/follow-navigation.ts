import { startTransition } from "react";
import type { DataRouter } from "react-router";
import type { Runtime } from "./runtime.tsx";

/** Lets the loading bar follow the router, from a navigation's start to its end or failure, which ends an old error. */
export function followNavigation(router: DataRouter, { bar, pageError }: Runtime): void {
  let activity: ReturnType<typeof bar.start> | undefined;
  router.subscribe(({ navigation, errors }) => {
    if (navigation.state !== "idle") {
      activity ??= bar.start();
      return;
    }
    activity?.end(errors ? "failed" : "done");
    activity = undefined;
    if (!errors) startTransition(() => pageError.set(null));
  });
}

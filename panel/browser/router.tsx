import { createBrowserRouter, redirect } from "react-router";
import { loadShell } from "./session.ts";
import { areas } from "./shell/areas.ts";
import { ErrorScreen, NotFoundScreen } from "./shell/error-screen.tsx";
import { Shell } from "./shell/shell.tsx";
import { Skeleton } from "./shell/skeleton.tsx";

/** Every address of the panel. What stands under the shell needs a session. */
export function createPanelRouter() {
  return createBrowserRouter(
    [
      {
        ErrorBoundary: ErrorScreen,
        HydrateFallback: Skeleton,
        children: [
          { path: "/start", lazy: () => import("./door/start-screen.tsx") },
          { path: "/wejscie", lazy: () => import("./door/door-screen.tsx") },
          { path: "/powrot", lazy: () => import("./door/recovery-screen.tsx") },
          {
            Component: Shell,
            loader: loadShell,
            children: [
              {
                ErrorBoundary: ErrorScreen,
                children: [
                  { index: true, loader: () => redirect("/zapytania") },
                  ...areas.flatMap(({ screens }) => screens),
                  { path: "*", Component: NotFoundScreen },
                ],
              },
            ],
          },
        ],
      },
    ],
    { basename: "/panel" },
  );
}

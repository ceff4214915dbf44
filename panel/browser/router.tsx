import { createBrowserRouter, redirect } from "react-router";
import { loadShell, shellId } from "./session.ts";
import { areas } from "./shell/areas.ts";
import { ErrorScreen, NotFoundScreen } from "./shell/error-screen.tsx";
import { Root } from "./shell/root.tsx";
import { Shell } from "./shell/shell.tsx";
import { Skeleton } from "./shell/skeleton.tsx";
import { staleIfError } from "./stale-if-error.ts";

/** Every route of the panel. Children of the shell need a session. */
export function createPanelRouter() {
  const router = createBrowserRouter(
    [
      {
        Component: Root,
        ErrorBoundary: ErrorScreen,
        HydrateFallback: Skeleton,
        children: [
          { path: "/start", lazy: () => import("./sign-in/start-screen.tsx") },
          { path: "/wejscie", lazy: () => import("./sign-in/sign-in-screen.tsx") },
          { path: "/klucze", lazy: () => import("./sign-in/kept-keys-screen.tsx") },
          { path: "/powrot", lazy: () => import("./sign-in/recovery-screen.tsx") },
          {
            id: shellId,
            Component: Shell,
            loader: loadShell,
            children: [
              {
                ErrorBoundary: ErrorScreen,
                children: [
                  { index: true, loader: () => redirect("/zapytania") },
                  ...areas.flatMap(({ screens }) => screens),
                  { path: "/publikacja", lazy: () => import("./publish/publish-screen.tsx") },
                  { path: "/publikacja/historia", lazy: () => import("./publish/history-screen.tsx") },
                  { path: "/publikacja/historia/:name", lazy: () => import("./publish/version-screen.tsx") },
                  { path: "*", Component: NotFoundScreen },
                ],
              },
            ],
          },
        ],
      },
    ],
    {
      basename: "/panel",
      dataStrategy: staleIfError(() => ({
        isNavigating: router.state.navigation.state !== "idle",
        layout: shellId,
        data: router.state.loaderData,
      })),
    },
  );
  return router;
}

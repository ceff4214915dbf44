import { useEffect, useRef } from "react";
import { createBrowserRouter, Outlet, redirect, useLocation } from "react-router";
import { loadShell, shellId } from "./session.ts";
import { areas } from "./shell/areas.ts";
import { ErrorScreen, NotFoundScreen } from "./shell/error-screen.tsx";
import { focusHeading } from "./shell/focus.ts";
import { Skeleton } from "./shell/screen.tsx";
import { Shell } from "./shell/shell.tsx";
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

/** Focuses the heading of each new screen, with or without a session. */
function Root() {
  const { pathname, search } = useLocation();
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new screen
  useEffect(() => {
    // A link to a field focuses the field instead.
    if (!isFirst.current && !search.includes("pole=")) focusHeading();
    isFirst.current = false;
  }, [pathname]);
  return <Outlet />;
}

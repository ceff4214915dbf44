import { useEffect, useRef } from "react";
import { createBrowserRouter, Outlet, redirect, useLocation } from "react-router";
import { loadEnquiry, shouldRefreshEnquiry } from "./inbox/enquiry-data.ts";
import { EnquiryScreen } from "./inbox/enquiry-screen.tsx";
import { InboxScreen, loadInbox } from "./inbox/inbox-screen.tsx";
import { loadShell, shellId } from "./session.ts";
import { ErrorScreen, NotFoundScreen } from "./shell/error-screen.tsx";
import { focusHeading } from "./shell/focus.ts";
import { Skeleton } from "./shell/screen.tsx";
import { Shell } from "./shell/shell.tsx";
import { staleIfError } from "./stale-if-error.ts";
import { loadToday, TodayScreen } from "./today/today-screen.tsx";

/**
 * Every route of the panel. Children of the shell need a session. A lazy module exports `Component` and, if it needs data, `loader`; its
 * imports are fetched on the first visit. Only "Dziś" and the inbox are part of the first script, because notifications open them.
 */
export const router = createBrowserRouter(
  [
    {
      Component: Root,
      ErrorBoundary: ErrorScreen,
      HydrateFallback: Skeleton,
      children: [
        { path: "/start", lazy: () => import("./sign-in/start-screen.tsx") },
        { path: "/wejscie", lazy: () => import("./sign-in/sign-in-screen.tsx") },
        { path: "/poczatek", lazy: () => import("./sign-in/onboarding-screen.tsx") },
        { path: "/mam-kopie", lazy: () => import("./sign-in/restore-screen.tsx") },
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
                { index: true, loader: () => redirect("/dzis") },
                { path: "/dzis", Component: TodayScreen, loader: loadToday },
                {
                  path: "/zapytania",
                  Component: InboxScreen,
                  loader: loadInbox,
                  children: [
                    {
                      path: ":reference",
                      Component: EnquiryScreen,
                      loader: loadEnquiry,
                      shouldRevalidate: shouldRefreshEnquiry,
                      ErrorBoundary: ErrorScreen,
                    },
                  ],
                },
                { path: "/zapytania/nowe", lazy: () => import("./inbox/new-enquiry-screen.tsx") },
                { path: "/zapytania/liczby", lazy: () => import("./inbox/numbers-screen.tsx") },
                { path: "/terminy", lazy: () => import("./appointments/week-screen.tsx") },
                { path: "/zapytania/odpowiedzi", lazy: () => import("./inbox/ready-answers-screen.tsx") },
                { path: "/opinie", lazy: () => import("./opinions/opinions-screen.tsx") },
                { path: "/opinie/nowa/:id", lazy: () => import("./opinions/ask-screen.tsx") },
                { path: "/tresc", lazy: () => import("./content/content-screen.tsx") },
                { path: "/tresc/:name", lazy: () => import("./content/file-screen.tsx") },
                { path: "/pytania", lazy: () => import("./questions/questions-screen.tsx") },
                { path: "/pytania/:number", lazy: () => import("./questions/question-screen.tsx") },
                { path: "/zdjecia", lazy: () => import("./photos/photos-screen.tsx") },
                { path: "/zdjecia/opis", lazy: () => import("./photos/photo-screen.tsx") },
                { path: "/stan", lazy: () => import("./state/state-screen.tsx") },
                { path: "/ustawienia", lazy: () => import("./state/all-settings-screen.tsx") },
                { path: "/ustawienia/poczta", lazy: () => import("./state/settings-screen.tsx") },
                { path: "/ustawienia/urzadzenia", lazy: () => import("./devices/devices-screen.tsx") },
                { path: "/ustawienia/kopie", lazy: () => import("./state/backups-screen.tsx") },
                { path: "/ustawienia/dziennik", lazy: () => import("./devices/audit-log-screen.tsx") },
                { path: "/publikacja", lazy: () => import("./publish/publish-screen.tsx") },
                { path: "/publikacja/historia", lazy: () => import("./publish/history-screen.tsx") },
                { path: "/publikacja/historia/:name", lazy: () => import("./publish/release-screen.tsx") },
                { path: "*", Component: NotFoundScreen },
              ],
            },
          ],
        },
      ],
    },
  ],
  { basename: "/panel", dataStrategy: staleIfError(shellId, () => router.state) },
);

/** Focuses the heading of each new screen, with or without a session. */
function Root() {
  const { pathname, search } = useLocation();
  // A week, a page of a list, a photograph: other content under the same path.
  const part = ["od", "przed", "at", "plik"].map((name) => new URLSearchParams(search).get(name)).join();
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new screen
  useEffect(() => {
    // The field takes the focus if the URL names one.
    if (!isFirst.current && !search.includes("pole=")) focusHeading();
    isFirst.current = false;
  }, [pathname, part]);
  return <Outlet />;
}

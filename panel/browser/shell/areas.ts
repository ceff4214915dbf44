import { matchPath, type RouteObject } from "react-router";
import { EnquiryScreen } from "../inbox/enquiry-screen.tsx";
import { InboxScreen, NothingOpen } from "../inbox/inbox-screen.tsx";
import { loadEnquiry, loadInbox } from "../inbox/load.ts";
import { ErrorScreen } from "./error-screen.tsx";

interface Area {
  /** The target of its link in the bar. */
  readonly path: string;
  readonly label: string;
  /**
   * Every screen of the area, with its full path. A lazy module exports `Component` and, if it needs data, `loader`. Its imports
   * are fetched on the first visit, style sheets (in `@layer components`) included.
   */
  readonly screens: readonly Screen[];
}

type Screen = RouteObject & { readonly path: string };

/** The panel's areas in the order of its bar. Only the inbox is part of the first script, because notifications open it. */
export const areas: readonly Area[] = [
  {
    path: "/zapytania",
    label: "Zapytania",
    screens: [
      {
        path: "/zapytania",
        Component: InboxScreen,
        loader: loadInbox,
        children: [
          { index: true, Component: NothingOpen },
          {
            path: ":reference",
            Component: EnquiryScreen,
            loader: loadEnquiry,
            ErrorBoundary: ErrorScreen,
          },
        ],
      },
      { path: "/zapytania/liczby", lazy: () => import("../inbox/numbers-screen.tsx") },
    ],
  },
  {
    path: "/tresc",
    label: "Treść",
    screens: [
      { path: "/tresc", lazy: () => import("../content/content-screen.tsx") },
      { path: "/tresc/:name", lazy: () => import("../content/file-screen.tsx") },
    ],
  },
  {
    path: "/zdjecia",
    label: "Zdjęcia",
    screens: [
      { path: "/zdjecia", lazy: () => import("../photos/photos-screen.tsx") },
      { path: "/zdjecia/opis", lazy: () => import("../photos/photo-screen.tsx") },
    ],
  },
  {
    path: "/stan",
    label: "Stan",
    screens: [
      { path: "/stan", lazy: () => import("../state/state-screen.tsx") },
      { path: "/stan/ustawienia", lazy: () => import("../state/settings-screen.tsx") },
      { path: "/stan/urzadzenia", lazy: () => import("../devices/devices-screen.tsx") },
      { path: "/stan/kopie", lazy: () => import("../state/backups-screen.tsx") },
      { path: "/stan/dziennik", lazy: () => import("../devices/audit-log-screen.tsx") },
    ],
  },
];

/** The screen at a path, or else the one that the path is nested in. */
export function screenAt(pathname: string): Screen | undefined {
  const screens = areas.flatMap(({ screens }) => screens);
  return (
    screens.find(({ path }) => matchPath(path, pathname)) ??
    screens.find(({ path }) => matchPath({ path, end: false }, pathname))
  );
}

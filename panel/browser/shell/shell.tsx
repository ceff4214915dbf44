import { useEffect } from "react";
import { Link, type Location, Outlet, ScrollRestoration, useLoaderData, useLocation } from "react-router";
import { readUnsaved } from "../content/unsaved.ts";
import { plural } from "../format.ts";
import { PublishBar } from "../publish/publish-bar.tsx";
import type { loadShell } from "../session.ts";
import { areas, screenAt } from "./areas.ts";
import { OfflineNotice } from "./offline-notice.tsx";
import { Skeleton } from "./skeleton.tsx";
import { useNextPath } from "./use-next-path.ts";

/** The panel around its screens: the bar under the thumb, and what holds for every screen. */
export function Shell() {
  const { counts, me } = useLoaderData<typeof loadShell>();
  const { pathname } = useLocation();
  const nextPath = useNextPath();
  const screen = screenAt(pathname);
  const isLeaving = nextPath !== undefined && screenAt(nextPath) !== screen;
  useEffect(() => {
    // An earlier visit could not save everything.
    if (readUnsaved().saves.length > 0) void import("../content/saving.ts").then(({ saveNow }) => saveNow());
  }, []);
  return (
    <div className="app">
      <nav className="bar" aria-label="Panel">
        <PublishBar />
        <div className="areas">
          {areas.map(({ path, label, screens }) => (
            <Link key={path} to={path} aria-current={screen && screens.includes(screen) ? "page" : undefined}>
              {label}
              {path === "/zapytania" && counts.new > 0 ? (
                <span className="badge figure">
                  {counts.new > 999 ? "999+" : counts.new}
                  <span className="visually-hidden"> {plural(counts.new, "nowe", "nowe", "nowych")}</span>
                </span>
              ) : null}
            </Link>
          ))}
        </div>
      </nav>
      <main>
        <OfflineNotice />
        {me.hasPasskey || me.noPasskeys ? null : (
          <p className="ask">
            To urządzenie nie ma jeszcze klucza. <Link to="/stan/urzadzenia">Utwórz klucz</Link>, żeby
            wchodzić odciskiem palca.
          </p>
        )}
        {isLeaving ? <Skeleton /> : null}
        <div hidden={isLeaving}>
          <Outlet />
        </div>
      </main>
      <ScrollRestoration getKey={scrollKey} />
    </div>
  );
}

/**
 * Under which name the scroll position of a visit is kept. The router calls the first screen of every document "default", so one
 * would begin where another was left; and an address that leads to a field scrolls there by itself.
 */
function scrollKey({ key, pathname, search }: Location): string {
  if (search.includes("pole=")) return crypto.randomUUID();
  return key === "default" ? pathname + search : key;
}

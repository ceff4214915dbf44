import { useEffect, useRef } from "react";
import { Link, matchPath, Outlet, useLoaderData, useLocation } from "react-router";
import { plural } from "../format.ts";
import type { loadShell } from "../session.ts";
import { type Area, areas } from "./areas.ts";
import { OfflineNotice } from "./offline-notice.tsx";

/** The panel around its screens: the bar under the thumb, and what holds for every screen. */
export function Shell() {
  const { counts, me } = useLoaderData<typeof loadShell>();
  const { pathname } = useLocation();
  return (
    <div className="app">
      <nav className="bar" aria-label="Panel">
        {areas.map((area) => (
          <Link key={area.path} to={area.path} aria-current={isIn(area, pathname) ? "page" : undefined}>
            {area.label}
            {area.path === "/zapytania" && counts.new > 0 ? (
              <span className="badge figure">
                {counts.new}
                <span className="visually-hidden"> {plural(counts.new, "nowe", "nowe", "nowych")}</span>
              </span>
            ) : null}
          </Link>
        ))}
      </nav>
      <main>
        <OfflineNotice />
        {me.hasPasskey || me.noPasskeys ? null : (
          <p className="ask">
            To urządzenie nie ma jeszcze klucza. <Link to="/stan/urzadzenia">Utwórz klucz</Link>, żeby
            wchodzić odciskiem palca.
          </p>
        )}
        <Outlet />
      </main>
      <FocusOnNewScreen />
    </div>
  );
}

function isIn({ screens }: Area, pathname: string): boolean {
  return screens.some(({ path }) => matchPath(path, pathname));
}

/** Screen readers and keyboards begin at the heading of the screen that has just come. */
function FocusOnNewScreen() {
  const { pathname } = useLocation();
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is a new screen
  useEffect(() => {
    if (!isFirst.current) {
      scrollTo(0, 0);
      document.querySelector<HTMLElement>("main h1")?.focus();
    }
    isFirst.current = false;
  }, [pathname]);
  return null;
}

import { useEffect } from "react";
import { Link, type Location, NavLink, Outlet, ScrollRestoration, useLocation } from "react-router";
import { useOnline } from "../../../app/ui/online.ts";
import { plural } from "../../../enquiries/plural.ts";
import { randomId } from "../api.ts";
import { readUnsaved } from "../content/unsaved.ts";
import { refreshUnpublished, useUnpublished } from "../publish/unpublished.ts";
import { useShell } from "../session.ts";
import { Skeleton, useNextPath } from "./screen.tsx";

const areas = [
  ["/dzis", "Dziś"],
  ["/zapytania", "Zapytania"],
  ["/terminy", "Terminy"],
  ["/tresc", "Treść"],
  ["/zdjecia", "Zdjęcia"],
  ["/stan", "Stan"],
  // Only on wide screens; on a phone "Stan" links to it.
  ["/ustawienia", "Ustawienia"],
] as const;

/** Each path is a separate screen, but all enquiries share the screen of the list. */
const screenOf = (path: string) => path.replace(/^\/zapytania\/(?!(?:liczby|odpowiedzi)$).*/, "/zapytania");

export function Shell() {
  const { counts, me } = useShell();
  const { pathname } = useLocation();
  const nextPath = useNextPath();
  const isOnline = useOnline();
  const isLeaving = nextPath !== undefined && screenOf(nextPath) !== screenOf(pathname);
  useEffect(() => {
    // Saves changes left by an earlier visit.
    if (readUnsaved().saves.length > 0) void import("../content/sync.ts").then(({ saveNow }) => saveNow());
    // A new session does not know the browser's subscription yet.
    if (globalThis.Notification?.permission === "granted")
      import("../devices/notification-switch.tsx").then(({ isNotified }) => isNotified()).catch(() => {});
  }, []);
  return (
    <div className="app">
      <nav className="bar" aria-label="Panel">
        {me.inPreparation ? null : <PublishBar />}
        <div className="areas">
          {areas.map(([path, label]) => (
            <NavLink key={path} to={path}>
              {label}
              {path === "/dzis" ? <Badge count={counts.today} label="na dziś" /> : null}
              {path === "/zapytania" ? (
                <Badge count={counts.new} label={plural(counts.new, "nowe", "nowe", "nowych")} />
              ) : null}
            </NavLink>
          ))}
        </div>
      </nav>
      <main>
        <p role="status" className="offline">
          {isOnline ? null : "Brak połączenia. Widzisz to, co panel wczytał ostatnio."}
        </p>
        {isSecureContext ? null : (
          <p className="ask">
            Panel jest otwarty bez https. Zapytania, treść i publikacja działają. Klucze, powiadomienia i
            dodawanie zdjęć nie działają: przeglądarki wymagają do nich https.
          </p>
        )}
        {me.hasPasskey || me.noPasskeys ? null : (
          <p className="ask">
            To urządzenie nie ma jeszcze klucza. <Link to="/ustawienia/urzadzenia">Utwórz klucz</Link>, żeby
            wchodzić bez hasła.
          </p>
        )}
        {me.inPreparation && !pathname.startsWith("/pytania") ? (
          <p className="ask">
            Strona jest w przygotowaniu: nikt jej jeszcze nie widzi.{" "}
            <Link to="/pytania">Zrób ją w siedmiu pytaniach</Link>.
          </p>
        ) : null}
        {isLeaving ? <Skeleton /> : null}
        <div hidden={isLeaving}>
          <Outlet />
        </div>
      </main>
      <ScrollRestoration getKey={scrollKey} />
    </div>
  );
}

function Badge({ count, label }: { readonly count: number; readonly label: string }) {
  if (count === 0) return null;
  return (
    <span className="badge figure">
      {count > 999 ? "999+" : count}
      <span className="visually-hidden"> {label}</span>
    </span>
  );
}

/**
 * The router's key is "default" for every document's first screen, so the path replaces it. An enquiry's link back has the key of the
 * list that it was opened from (`listKey`). A link to a field restores nothing.
 */
function scrollKey({ key, pathname, search, state }: Location): string {
  if (search.includes("pole=")) return randomId();
  const own: string = (/^\/(?:zapytania|dzis)$/.test(pathname) && state?.listKey) || key;
  return own === "default" ? pathname + search : own;
}

/** Links to publishing if there are unpublished changes. Hidden where a screen may have a main button of its own. */
function PublishBar() {
  const { pathname } = useLocation();
  const count = useUnpublished();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count may have changed with the screen
  useEffect(() => void refreshUnpublished(), [pathname]);
  if (count <= 0 || /^\/(?:publikacja|pytania|zapytania\/)/.test(pathname)) return null;
  return (
    <Link className="publish-bar" to="/publikacja">
      <span>
        Niepublikowane <span className="nowrap figure">zmiany: {count}</span>
      </span>
      <span className="button main">Publikuj</span>
    </Link>
  );
}

import { useEffect } from "react";
import {
  Link,
  type Location,
  NavLink,
  Outlet,
  ScrollRestoration,
  useLoaderData,
  useLocation,
} from "react-router";
import { useOnline } from "../../../app/ui/online.ts";
import { plural } from "../../../enquiries/plural.ts";
import { randomId } from "../api.ts";
import { readUnsaved } from "../content/unsaved.ts";
import { refreshUnpublished, useUnpublished } from "../publish/unpublished.ts";
import type { loadShell } from "../session.ts";
import { Skeleton, useNextPath } from "./screen.tsx";

const areas = [
  ["/dzis", "Dziś"],
  ["/zapytania", "Zapytania"],
  ["/terminy", "Terminy"],
  ["/tresc", "Treść"],
  ["/zdjecia", "Zdjęcia"],
  ["/stan", "Stan"],
  // Only beside wide screens; a phone reaches it from "Stan".
  ["/ustawienia", "Ustawienia"],
] as const;

/** Each path is a screen, except that every enquiry is shown beside the list. */
const screenOf = (path: string) => path.replace(/^\/zapytania\/(?!(?:liczby|odpowiedzi)$).*/, "/zapytania");

export function Shell() {
  const { counts, me } = useLoaderData<typeof loadShell>();
  const { pathname } = useLocation();
  const nextPath = useNextPath();
  const isOnline = useOnline();
  const isLeaving = nextPath !== undefined && screenOf(nextPath) !== screenOf(pathname);
  useEffect(() => {
    // Saves what an earlier visit could not.
    if (readUnsaved().saves.length > 0) void import("../content/sync.ts").then(({ saveNow }) => saveNow());
  }, []);
  return (
    <div className="app">
      <nav className="bar" aria-label="Panel">
        {me.inPreparation ? null : <PublishBar />}
        <div className="areas">
          {areas.map(([path, label]) => (
            <NavLink key={path} to={path}>
              {label}
              {path === "/dzis" ? <Badge count={counts.today} says="na dziś" /> : null}
              {path === "/zapytania" ? (
                <Badge count={counts.new} says={plural(counts.new, "nowe", "nowe", "nowych")} />
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
            Panel jest otwarty bez https. Zapytania, treść i publikacja działają. Kluczy, powiadomień i
            dodawania zdjęć przeglądarki bez https nie pozwalają używać.
          </p>
        )}
        {me.hasPasskey || me.noPasskeys ? null : (
          <p className="ask">
            To urządzenie nie ma jeszcze klucza. <Link to="/ustawienia/urzadzenia">Utwórz klucz</Link>, żeby
            wchodzić odciskiem palca.
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

function Badge({ count, says }: { readonly count: number; readonly says: string }) {
  if (count === 0) return null;
  return (
    <span className="badge figure">
      {count > 999 ? "999+" : count}
      <span className="visually-hidden"> {says}</span>
    </span>
  );
}

/** The router's key for each document's first screen is "default": it would start where another one was. A link to a field scrolls by itself. */
function scrollKey({ key, pathname, search }: Location): string {
  if (search.includes("pole=")) return randomId();
  return key === "default" ? pathname + search : key;
}

/** Link to publishing while something is unpublished. Hidden on an enquiry, which has its call button there. */
function PublishBar() {
  const { pathname } = useLocation();
  const count = useUnpublished();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count may have changed with the screen
  useEffect(() => void refreshUnpublished(), [pathname]);
  if (count === 0 || /^\/(?:publikacja|zapytania\/)/.test(pathname)) return null;
  return (
    <Link className="publish-bar" to="/publikacja">
      <span>
        Nieopublikowane <span className="nowrap figure">zmiany: {count}</span>
      </span>
      <span className="button main">Publikuj</span>
    </Link>
  );
}

import { PageLink } from "./page-link.tsx";
import { useSite } from "./site.tsx";
import { useVisit } from "./visit.ts";

/** A bar at the bottom of a phone's screen with links to call and write. */
export function CallBar() {
  const { phone } = useSite();
  const pathname = useVisit((visit) => visit.pathname);
  return (
    <nav className="call-bar" aria-label="Szybki kontakt">
      <a className="button" href={phone.href}>
        Zadzwoń
      </a>
      {pathname !== "/kontakt" && (
        <PageLink className="button quiet" to="/kontakt">
          Napisz
        </PageLink>
      )}
    </nav>
  );
}

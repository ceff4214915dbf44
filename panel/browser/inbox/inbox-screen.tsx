import { useEffect, useState } from "react";
import { Link, matchPath, Outlet, useLoaderData, useLocation, useRevalidator } from "react-router";
import { stateLabels } from "../../../enquiries/owner/inbox.ts";
import { useCounts } from "../session.ts";
import { Skeleton, useNextPath } from "../shell/screen.tsx";
import { EnquiryList } from "./enquiry-list.tsx";
import { type loadInbox, wanted } from "./load.ts";

/** The list with the open enquiry beside it. A phone shows one of the two. */
export function InboxScreen() {
  const inbox = useLoaderData<typeof loadInbox>();
  const { pathname } = useLocation();
  const path = useNextPath() ?? pathname;
  const isOpen = matchPath("/zapytania/:reference", path) !== null;
  const isOpening = isOpen && path !== pathname;
  return (
    <div className={isOpen ? "inbox open" : "inbox"}>
      <div className="screen list">
        {isOpen && !isOpening ? null : <title>Zapytania – Panel</title>}
        <div className="head">
          <h1 tabIndex={-1}>Zapytania</h1>
          <Link className="quiet" to="/terminy">
            Terminy
          </Link>
          <Link className="quiet" to="/opinie">
            Opinie
          </Link>
          <Link className="quiet" to="/zapytania/liczby">
            Liczby i eksport
          </Link>
        </div>
        <SearchField />
        <Filters current={inbox.filter} />
        <QuarantineNotice filter={inbox.filter} />
        <EnquiryList {...inbox} />
      </div>
      <div className="pane">{isOpening ? <Skeleton /> : <Outlet />}</div>
    </div>
  );
}

/** On a phone the filter of the quarantine is off the screen. */
function QuarantineNotice({ filter }: { readonly filter: string }) {
  const { inQuarantine } = useCounts();
  if (inQuarantine === 0 || filter === "quarantine") return null;
  return (
    <Link className="row quarantine-notice" to="/zapytania?stan=quarantine">
      <span>
        W kwarantannie: <span className="figure">{inQuarantine}</span>
      </span>
      <span aria-hidden="true">→</span>
    </Link>
  );
}

const searchDelayMs = 250;

function SearchField() {
  const [typed, setTyped] = useState(wanted.search);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    const search = typed.trim();
    if (search === wanted.search) return;
    const timer = setTimeout(() => {
      Object.assign(wanted, { search, pages: 1 });
      void revalidate();
    }, searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed, revalidate]);

  return (
    <search className="field">
      <input
        type="search"
        aria-label="Szukaj w zapytaniach"
        enterKeyHint="search"
        autoComplete="off"
        placeholder="Szukaj: imię, telefon, słowo, numer"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  );
}

const filterLabels = {
  "": "wszystkie",
  ...stateLabels,
  dated: "z terminem",
  client: "klienci",
  "not-now": "nie teraz",
  missed: "nieobecność",
  quarantine: "kwarantanna",
};

function Filters({ current }: { readonly current: string }) {
  const { new: fresh, inQuarantine } = useCounts();
  const counts: Record<string, number> = { new: fresh, quarantine: inQuarantine };
  return (
    <nav aria-label="Etap zapytań" className="filters">
      {Object.entries(filterLabels).map(([id, label]) => (
        <Link
          key={id}
          className="quiet"
          to={{ pathname: "/zapytania", search: id && `?stan=${id}` }}
          aria-current={id === current ? "true" : undefined}
        >
          {label}
          {counts[id] ? <span className="figure"> {counts[id]}</span> : null}
        </Link>
      ))}
    </nav>
  );
}

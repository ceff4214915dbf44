import { Link, matchPath, Outlet, useLoaderData, useLocation } from "react-router";
import { plural } from "../format.ts";
import { useCounts } from "../session.ts";
import { Skeleton } from "../shell/skeleton.tsx";
import { useNextPath } from "../shell/use-next-path.ts";
import { EnquiryList } from "./enquiry-list.tsx";
import { Filters } from "./filters.tsx";
import type { loadInbox } from "./load-inbox.ts";
import { SearchField } from "./search-field.tsx";

/** The list with the open enquiry beside it. A phone shows one of the two. */
export function InboxScreen() {
  const inbox = useLoaderData<typeof loadInbox>();
  const { pathname } = useLocation();
  const nextPath = useNextPath();
  const isOpen = isEnquiry(pathname);
  const opens = nextPath !== undefined && nextPath !== pathname && isEnquiry(nextPath);
  return (
    <div className={isOpen || opens ? "inbox open" : "inbox"}>
      <div className="screen list">
        {isOpen ? null : <title>Zapytania – Panel</title>}
        <div className="head">
          <h1 tabIndex={-1}>Zapytania</h1>
          <Link className="quiet" to="/zapytania/liczby">
            Liczby i eksport
          </Link>
        </div>
        <SearchField />
        <Filters current={inbox.filter} />
        <EnquiryList {...inbox} />
      </div>
      <div className="pane">{opens ? <Skeleton /> : <Outlet />}</div>
    </div>
  );
}

const isEnquiry = (path: string) => matchPath("/zapytania/:reference", path) !== null;

/** Fills the pane beside the list while no enquiry is open: what needs the owner's attention. */
export function NothingOpen() {
  const { new: fresh, remindersDue, inQuarantine } = useCounts();
  return (
    <div className="nothing-open glance">
      <Link to="/zapytania?stan=new">
        <span className="big figure">{fresh}</span>
        {plural(fresh, "nowe zapytanie", "nowe zapytania", "nowych zapytań")}
      </Link>
      <p>
        <span className="big figure">{remindersDue}</span>
        {plural(remindersDue, "przypomnienie czeka", "przypomnienia czekają", "przypomnień czeka")}
      </p>
      <Link to="/zapytania?stan=quarantine">
        <span className="big figure">{inQuarantine}</span>
        {plural(inQuarantine, "wiadomość", "wiadomości", "wiadomości")} w kwarantannie
      </Link>
    </div>
  );
}

import { useEffect, useState } from "react";
import { Link, matchPath, Outlet, useLoaderData, useLocation, useMatch, useRevalidator } from "react-router";
import {
  enquiryStates,
  listViews,
  maxSearchLength,
  outcomeLabels,
  outcomes,
  stateLabels,
} from "../../../enquiries/owner/inbox.ts";
import { plural } from "../../../enquiries/plural.ts";
import { api } from "../api.ts";
import { formatDay, formatFully, formatMoment } from "../format.ts";
import { useShell } from "../session.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { Skeleton, useNextPath } from "../shell/screen.tsx";

/** What the next refresh loads. Not in the URL, because a searched name would end up in histories and logs. */
const requested = { filter: "", search: "", pages: 1 };

/** Reloads all shown pages, so that changes far down the list also appear. */
export async function loadInbox({ url }: { url: URL }) {
  const filter = url.searchParams.get("stan") ?? "";
  if (filter !== requested.filter) Object.assign(requested, { filter, pages: 1 });
  const { search, pages } = requested;
  let page = await loadPage(filter, search);
  const enquiries = [...page.enquiries];
  for (let loaded = 1; loaded < pages && page.next !== null; loaded += 1) {
    page = await loadPage(filter, search, page.next);
    enquiries.push(...page.enquiries);
  }
  // Last, because a flood must not hide anybody: who asks on the phone about a message may be in the quarantine.
  if (search && !filter && page.next === null)
    enquiries.push(...(await loadPage("quarantine", search)).enquiries);
  return { enquiries, hasOlder: page.next !== null, filter, search, pages };
}

type Inbox = Awaited<ReturnType<typeof loadInbox>>;

async function loadPage(filter: string, search: string, after?: string) {
  const query = {
    view: listViews.find((one) => one === filter),
    state: enquiryStates.find((one) => one === filter),
    outcome: outcomes.find((one) => one === filter),
    after,
  };
  const answer = search
    ? await api.enquiries.search.$post({ json: { ...query, search } })
    : await api.enquiries.$get({ query });
  return answer.json();
}

/** The list with the open enquiry beside it. A phone shows one of the two. */
export function InboxScreen() {
  const inbox = useLoaderData<typeof loadInbox>();
  const { inQuarantine } = useShell().counts;
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
          <Link to="/zapytania/nowe">Dopisz osobę</Link>
          <Link to="/terminy">Terminy</Link>
          <Link to="/opinie">Opinie</Link>
          <Link to="/zapytania/liczby">Liczby i eksport</Link>
        </div>
        <SearchField />
        <p role="status" className="visually-hidden">
          {inbox.search || inbox.filter || inbox.pages > 1 ? foundText(inbox) : null}
        </p>
        <Filters current={inbox.filter} />
        {inQuarantine > 0 && inbox.filter !== "quarantine" ? (
          // On a phone its filter is off the screen.
          <Link className="row" to="/zapytania?stan=quarantine">
            <span>
              W kwarantannie: <span className="figure">{inQuarantine}</span>
            </span>
            <span aria-hidden="true">→</span>
          </Link>
        ) : null}
        <EnquiryList {...inbox} />
      </div>
      <div className="pane">{isOpening ? <Skeleton /> : <Outlet />}</div>
    </div>
  );
}

/** Contains what was typed or chosen, so that two lists of equal length are both announced. */
function foundText({ search, filter, enquiries: { length }, hasOlder }: Inbox): string {
  const count = `${hasOlder ? "ponad " : ""}${length} ${plural(length, "zapytanie", "zapytania", "zapytań")}`;
  const label = filterLabels[filter as keyof typeof filterLabels];
  return `${search ? `Szukanie „${search}”` : label}: ${length === 0 ? "brak zapytań" : count}.`;
}

const searchDelayMs = 250;

function SearchField() {
  const [typed, setTyped] = useState(requested.search);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    const search = typed.trim();
    if (search === requested.search) return;
    const timer = setTimeout(() => {
      Object.assign(requested, { search, pages: 1 });
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
        maxLength={maxSearchLength}
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
  dated: "zaplanowane",
  client: "klienci",
  "not-now": "nie teraz",
  missed: "nieobecność",
  quarantine: "kwarantanna",
};

function Filters({ current }: { readonly current: string }) {
  const { new: fresh, inQuarantine } = useShell().counts;
  const counts: Record<string, number> = { new: fresh, quarantine: inQuarantine };
  return (
    <nav aria-label="Etap zapytań" className="filters">
      {Object.entries(filterLabels).map(([id, label]) => (
        <Link key={id} to={`/zapytania${id && `?stan=${id}`}`} aria-current={id === current || undefined}>
          {label}
          {counts[id] ? <span className="figure"> {counts[id]}</span> : null}
        </Link>
      ))}
    </nav>
  );
}

function EnquiryList({ enquiries, hasOlder, search, filter, pages }: Inbox) {
  const { revalidate, state } = useRevalidator();
  const isLoading = state === "loading";
  const failed = !isLoading && (search !== requested.search || pages < requested.pages);

  function loadOlder(): void {
    requested.pages = pages + 1;
    void revalidate();
  }

  if (enquiries.length === 0 && !failed) return <Empty search={search} filter={filter} />;
  return (
    <div>
      <ul className="rows">
        {enquiries.map((enquiry) => (
          <li key={enquiry.reference}>
            <Entry enquiry={enquiry} />
          </li>
        ))}
      </ul>
      <ErrorMessage>{failed && "Serwer nie odpowiada. Spróbuj za chwilę jeszcze raz."}</ErrorMessage>
      {hasOlder || pages > 1 ? (
        <Button kind="wide" busy={isLoading || !hasOlder} onClick={loadOlder}>
          {hasOlder ? "Pokaż starsze" : "Starszych nie ma"}
        </Button>
      ) : null}
    </div>
  );
}

/** An enquiry in a list. `state`: the navigation state with the way back, if that is not the inbox. */
export function Entry({ enquiry, state }: { enquiry: Inbox["enquiries"][number]; state?: object }) {
  const { reference, name, excerpt, readAt, receivedAt, step, mail } = enquiry;
  const { search, key, state: here } = useLocation();
  const pathname = `/zapytania/${reference}`;
  const isOpen = useMatch(pathname) !== null;
  const isRead = readAt !== null;
  // "Dziś" lists meetings by their hour.
  const at = (state && isMeeting(step) && step.at) || receivedAt;
  const label = stepLabels[step.kind];
  const extras = [mail === "dead" && "e-mail nie dotarł", label && `${label} ${stepTime(step)}`];
  return (
    <Link
      className={isRead ? "enquiry" : "enquiry unread"}
      to={{ pathname, search }}
      state={{ listKey: here?.listKey ?? key, ...state }}
      aria-current={isOpen ? "page" : undefined}
    >
      <span className="name" id={`name-${reference}`}>
        {isRead ? null : <span className="dot" aria-hidden="true" />}
        {name}
        {isRead ? null : <span className="visually-hidden"> nieprzeczytane</span>}
      </span>
      <time dateTime={at}>{formatMoment(at)}</time>
      <span className="excerpt">{excerpt}</span>
      <span className="state">{stateText(enquiry)}</span>
      {extras.some(Boolean) && <span className="extras">{extras.filter(Boolean).join(" · ")}</span>}
    </Link>
  );
}

type Step = Inbox["enquiries"][number]["step"];

const isMeeting = ({ kind }: Step) => kind === "appointment" || kind === "outcome";

/** Formats the time of an appointment, and the day of any other step. */
export const stepTime = (step: Step) =>
  step.at === null ? "" : isMeeting(step) ? formatFully(step.at) : formatDay(step.at);

const stepLabels: Partial<Record<string, string>> = {
  due: "następny krok",
  reminder: "następny krok",
  outcome: "termin był",
  appointment: "termin",
};

/** The outcome of a closed enquiry, unless that is plain "no"; otherwise the state. */
function stateText({ status, state, outcome }: Inbox["enquiries"][number]): string {
  if (status === "quarantined") return state === "closed" ? "spam" : "kwarantanna";
  return outcome && outcome !== "no" ? outcomeLabels[outcome] : stateLabels[state];
}

/** An empty list. A filtered list has a different text (B9.3). */
function Empty({ search, filter }: Pick<Inbox, "search" | "filter">) {
  const { inQuarantine } = useShell().counts;
  if (search) {
    return (
      <p className="empty">
        Nic nie pasuje do „{search}”. Wystarczy fragment imienia, numeru albo słowa z wiadomości; polskie
        znaki nie mają znaczenia.
      </p>
    );
  }
  if (filter) return <p className="empty">Nic tu teraz nie ma.</p>;
  if (inQuarantine > 0)
    return <p className="empty">Wszystko jest w kwarantannie. Sprawdź, czy to na pewno spam.</p>;
  return (
    <div className="empty">
      <p>Tu pojawią się zapytania z formularza na stronie.</p>
      <p>
        Sprawdź, jak to działa: <a href="/kontakt">wyślij sobie zapytanie</a> i wróć tutaj.
      </p>
    </div>
  );
}

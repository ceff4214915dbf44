import { useEffect, useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigation, useSearchParams } from "react-router";
import { stateWord } from "../../../enquiries/owner/words.ts";
import { api } from "../api.ts";
import { formatDay, formatMoment } from "../format.ts";
import { ActionButton, Problem } from "../shell/action-button.tsx";
import { Screen } from "../shell/screen.tsx";
import { useAction } from "../shell/use-action.ts";
import { isState, states } from "./states.ts";

const searchDelayMs = 250;

export async function loadInbox({ request }: LoaderFunctionArgs) {
  const query = queryOf(new URL(request.url).searchParams);
  const [page, counts] = await Promise.all([api.enquiries.$get({ query }), api.enquiries.counts.$get()]);
  return { ...(await page.json()), counts: await counts.json(), query, now: Date.now() };
}

function queryOf(params: URLSearchParams) {
  const filter = params.get("stan");
  const search = params.get("szukaj");
  return {
    ...(filter === "quarantine" && { view: "quarantine" as const }),
    ...(isState(filter) && { state: filter }),
    ...(search && { search }),
  };
}

type Inbox = Awaited<ReturnType<typeof loadInbox>>;
type Summary = Inbox["enquiries"][number];

/** All enquiries, newest first: who wrote, about what, and what became of it. */
export function InboxScreen() {
  const inbox = useLoaderData<typeof loadInbox>();
  const [params] = useSearchParams();
  return (
    <Screen title="Zapytania" beside={<Link to="/zapytania/liczby">Liczby i eksport</Link>}>
      <Search />
      <Filters counts={inbox.counts} />
      {/* Another filter is another list: what was loaded for the one before goes with it. */}
      <List key={params.toString()} {...inbox} />
    </Screen>
  );
}

function Search() {
  const [params, setParams] = useSearchParams();
  const wanted = params.get("szukaj") ?? "";
  const [typed, setTyped] = useState(wanted);

  useEffect(() => {
    if (typed.trim() === wanted) return;
    const timer = setTimeout(() => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (typed.trim()) next.set("szukaj", typed.trim());
          else next.delete("szukaj");
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    }, searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed, wanted, setParams]);

  return (
    <search className="field">
      <label htmlFor="search" className="visually-hidden">
        Szukaj w zapytaniach
      </label>
      <input
        id="search"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder="Szukaj: imię, telefon, słowo, numer"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  );
}

function Filters({ counts }: Pick<Inbox, "counts">) {
  const [params] = useSearchParams();
  const current = params.get("stan") ?? "";
  const search = params.get("szukaj");
  const filters = [
    { id: "", word: "wszystkie", count: 0 },
    ...states.map((id) => ({ id: id as string, word: stateWord[id], count: id === "new" ? counts.new : 0 })),
    { id: "quarantine", word: "kwarantanna", count: counts.inQuarantine },
  ];
  return (
    <nav aria-label="Stan zapytań" className="filters">
      {filters.map(({ id, word, count }) => {
        const to = new URLSearchParams({ ...(id && { stan: id }), ...(search && { szukaj: search }) });
        return (
          <Link key={id} to={{ search: to.toString() }} aria-current={id === current ? "true" : undefined}>
            {word}
            {count > 0 ? <span className="figure"> {count}</span> : null}
          </Link>
        );
      })}
    </nav>
  );
}

function List({ enquiries, next, query, now }: Inbox) {
  const [more, setMore] = useState<{ enquiries: readonly Summary[]; next: string | null }>();
  const { busy, problem, run } = useAction();
  const { state } = useNavigation();
  const all = more ? [...enquiries, ...more.enquiries] : enquiries;
  const after = more ? more.next : next;

  async function loadMore(): Promise<void> {
    if (!after) return;
    const page = await (await api.enquiries.$get({ query: { ...query, after } })).json();
    setMore({ enquiries: [...(more?.enquiries ?? []), ...page.enquiries], next: page.next });
  }

  if (all.length === 0) return <Empty query={query} />;
  return (
    <div aria-busy={state === "loading"}>
      <ul className="rows enquiries">
        {all.map((enquiry) => (
          <Entry key={enquiry.reference} enquiry={enquiry} now={now} />
        ))}
      </ul>
      <Problem>{problem}</Problem>
      {after ? (
        <ActionButton kind="wide" busy={busy} onClick={() => void run(loadMore)}>
          Pokaż starsze
        </ActionButton>
      ) : null}
    </div>
  );
}

function Entry({ enquiry, now }: { readonly enquiry: Summary; readonly now: number }) {
  const { reference, name, excerpt, state, readAt, receivedAt, status, remindAt, mail } = enquiry;
  const isRead = readAt !== null;
  const extras = [
    ...(mail === "dead" ? ["e-mail nie doszedł"] : []),
    ...(remindAt ? [`przypomnienie ${formatDay(remindAt, now)}`] : []),
  ];
  return (
    <li>
      <Link className={isRead ? "enquiry" : "enquiry unread"} to={`/zapytania/${reference}`}>
        <span className="name">
          {isRead ? null : <span className="dot" aria-hidden="true" />}
          {name}
          {isRead ? null : <span className="visually-hidden"> nieprzeczytane</span>}
        </span>
        <time dateTime={receivedAt}>{formatMoment(receivedAt, now)}</time>
        <span className="excerpt">{excerpt}</span>
        <span className="state">{status === "quarantined" ? "kwarantanna" : stateWord[state]}</span>
        {extras.length > 0 ? <span className="extras">{extras.join(" · ")}</span> : null}
      </Link>
    </li>
  );
}

function Empty({ query }: Pick<Inbox, "query">) {
  if (query.search) {
    return (
      <p className="empty">
        Nic nie pasuje do „{query.search}”. Wystarczy kawałek imienia, numeru albo słowa z wiadomości; polskie
        litery nie mają znaczenia.
      </p>
    );
  }
  if (query.view === "quarantine")
    return <p className="empty">Kwarantanna jest pusta: nic nie wyglądało ostatnio na spam.</p>;
  if (query.state) return <p className="empty">Nie ma zapytań w tym stanie.</p>;
  return (
    <div className="empty">
      <p>Tu pojawią się wiadomości z formularza na stronie.</p>
      <p>
        Sprawdź, jak to działa: <a href="/kontakt">wyślij sobie wiadomość</a> i wróć tutaj.
      </p>
    </div>
  );
}

import { Link, useLocation, useMatch, useRevalidator } from "react-router";
import { stateLabels } from "../../../enquiries/owner/inbox.ts";
import { formatDay, formatMoment } from "../format.ts";
import { useCounts } from "../session.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { type Inbox, wanted } from "./load.ts";

/** Enquiries, newest first, with sender, excerpt and state. */
export function EnquiryList(inbox: Inbox) {
  const { enquiries, hasOlder, search, pages, now } = inbox;
  const { revalidate, state } = useRevalidator();
  const isLoading = state === "loading";
  const failed = !isLoading && (search !== wanted.search || pages < wanted.pages);

  function loadOlder(): void {
    wanted.pages = pages + 1;
    void revalidate();
  }

  if (enquiries.length === 0 && !failed) return <Empty {...inbox} />;
  return (
    <div>
      <ul className="rows">
        {enquiries.map((enquiry) => (
          <Entry key={enquiry.reference} enquiry={enquiry} now={now} />
        ))}
      </ul>
      <ErrorMessage>
        {failed ? "Serwer nie odpowiada. Spróbuj za chwilę jeszcze raz." : undefined}
      </ErrorMessage>
      {hasOlder ? (
        <Button kind="wide" busy={isLoading} onClick={loadOlder}>
          Pokaż starsze
        </Button>
      ) : null}
    </div>
  );
}

function Entry({ enquiry, now }: { readonly enquiry: Inbox["enquiries"][number]; readonly now: number }) {
  const { reference, name, excerpt, state, readAt, receivedAt, status, remindAt, mail } = enquiry;
  const { search } = useLocation();
  const pathname = `/zapytania/${reference}`;
  const isOpen = useMatch(pathname) !== null;
  const isRead = readAt !== null;
  const extras = [
    ...(mail === "dead" ? ["e-mail nie dotarł"] : []),
    ...(remindAt ? [`przypomnienie ${formatDay(remindAt, now)}`] : []),
  ];
  return (
    <li>
      <Link
        className={isRead ? "enquiry" : "enquiry unread"}
        to={{ pathname, search }}
        aria-current={isOpen ? "page" : undefined}
      >
        <span className="name">
          {isRead ? null : <span className="dot" aria-hidden="true" />}
          {name}
          {isRead ? null : <span className="visually-hidden"> nieprzeczytane</span>}
        </span>
        <time dateTime={receivedAt}>{formatMoment(receivedAt, now)}</time>
        <span className="excerpt">{excerpt}</span>
        <span className="state">{status === "quarantined" ? "kwarantanna" : stateLabels[state]}</span>
        {extras.length > 0 ? <span className="extras">{extras.join(" · ")}</span> : null}
      </Link>
    </li>
  );
}

/** In other words where the list was filtered (B9.3). */
function Empty({ search, filter }: Pick<Inbox, "search" | "filter">) {
  const { inQuarantine } = useCounts();
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
    return (
      <p className="empty">Wszystko, co przyszło, jest w kwarantannie. Sprawdź, czy to na pewno spam.</p>
    );
  return (
    <div className="empty">
      <p>Tu pojawią się wiadomości z formularza na stronie.</p>
      <p>
        Sprawdź, jak to działa: <a href="/kontakt">wyślij sobie wiadomość</a> i wróć tutaj.
      </p>
    </div>
  );
}

import { Link, useLocation, useMatch, useRevalidator } from "react-router";
import { outcomeLabels, stateLabels } from "../../../enquiries/owner/inbox.ts";
import { formatDay, formatFully, formatMoment } from "../format.ts";
import { useCounts } from "../session.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { type Inbox, wanted } from "./load.ts";

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
          <li key={enquiry.reference}>
            <Entry enquiry={enquiry} now={now} />
          </li>
        ))}
      </ul>
      <ErrorMessage>{failed && "Serwer nie odpowiada. Spróbuj za chwilę jeszcze raz."}</ErrorMessage>
      {hasOlder ? (
        <Button kind="wide" busy={isLoading} onClick={loadOlder}>
          Pokaż starsze
        </Button>
      ) : null}
    </div>
  );
}

interface EntryProps {
  readonly enquiry: Inbox["enquiries"][number];
  readonly now: number;
  /** The way back from it, if that is not the list. */
  readonly state?: object;
}

export function Entry({ enquiry, now, state }: EntryProps) {
  const { reference, name, excerpt, readAt, receivedAt, step, mail } = enquiry;
  const { search } = useLocation();
  const pathname = `/zapytania/${reference}`;
  const isOpen = useMatch(pathname) !== null;
  const isRead = readAt !== null;
  const extras = [
    ...(mail === "dead" ? ["e-mail nie dotarł"] : []),
    ...(step.at && step.kind in stepLabels ? [`${stepLabels[step.kind]} ${stepTime(step, now)}`] : []),
  ];
  return (
    <Link
      className={isRead ? "enquiry" : "enquiry unread"}
      to={{ pathname, search }}
      state={state}
      aria-current={isOpen ? "page" : undefined}
    >
      <span className="name" id={`name-${reference}`}>
        {isRead ? null : <span className="dot" aria-hidden="true" />}
        {name}
        {isRead ? null : <span className="visually-hidden"> nieprzeczytane</span>}
      </span>
      <time dateTime={receivedAt}>{formatMoment(receivedAt, now)}</time>
      <span className="excerpt">{excerpt}</span>
      <span className="state">{stateText(enquiry)}</span>
      {extras.length > 0 ? <span className="extras">{extras.join(" · ")}</span> : null}
    </Link>
  );
}

/** A meeting has its hour, anything else its day. */
export function stepTime({ kind, at }: Inbox["enquiries"][number]["step"], now: number): string {
  if (at === null) return "";
  return kind === "appointment" || kind === "outcome" ? formatFully(at, now) : formatDay(at, now);
}

const stepLabels: Partial<Record<string, string>> = {
  due: "następny krok",
  reminder: "następny krok",
  outcome: "umówione na",
  appointment: "umówione na",
};

/** How it ended, if that says more than that it has ended. */
function stateText({ status, state, outcome }: Inbox["enquiries"][number]): string {
  if (status === "quarantined") return "kwarantanna";
  return outcome && outcome !== "no" ? outcomeLabels[outcome] : stateLabels[state];
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
    return <p className="empty">Wszystko jest w kwarantannie. Sprawdź, czy to na pewno spam.</p>;
  return (
    <div className="empty">
      <p>Tu pojawią się wiadomości z formularza na stronie.</p>
      <p>
        Sprawdź, jak to działa: <a href="/kontakt">wyślij sobie wiadomość</a> i wróć tutaj.
      </p>
    </div>
  );
}

import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import type { HistoryEntry } from "../../server/api.ts";
import { api } from "../api.ts";
import { formatFully } from "../format.ts";
import { Button } from "../shell/button.tsx";
import { RowLink, Screen } from "../shell/screen.tsx";
import { PublicationProgress, usePublication } from "./publication.tsx";

export async function loader({ request }: LoaderFunctionArgs) {
  const before = new URL(request.url).searchParams.get("przed");
  return (await api.history.$get({ query: before ? { before } : {} })).json();
}

/** The publications of a year, newest first, in pages. */
export function Component() {
  const { entries, isWhole, undo, current } = useLoaderData<typeof loader>();
  const publication = usePublication({ undo, current });
  const { busy, isDone, undoLast } = publication;

  return (
    <Screen title="Historia strony" back={{ to: "/publikacja", label: "Co się zmieni" }}>
      <p className="quiet">Każda publikacja zostaje tu przez rok i każdą można przywrócić.</p>
      <PublicationProgress publication={publication} />
      {undoLast && undo && !isDone ? (
        <Button busy={busy} onClick={undoLast}>
          Cofnij ostatnią publikację: wróci wersja opublikowana {timeOf(undo)}
        </Button>
      ) : null}
      {entries.length === 0 ? (
        <p className="empty">Nic jeszcze nie opublikowano. Pierwsza publikacja pojawi się tutaj.</p>
      ) : null}
      <ul className="rows">
        {entries.map((entry) => (
          <RowLink key={entry.name} to={`/publikacja/historia/${entry.name}`}>
            <strong>
              <time>{formatFully(entry.at)}</time>
            </strong>
            {entry.name === current ? " · na stronie" : null}
            <span className="trail">{describeOrigin(entry)}</span>
            {changesOf(entry).map((line) => (
              <span key={line} className="trail">
                {line}
              </span>
            ))}
          </RowLink>
        ))}
      </ul>
      {isWhole ? null : <Link to={`?przed=${entries.at(-1)?.name}`}>Pokaż wcześniejsze</Link>}
    </Screen>
  );
}

/** The first three changes, and the number of others. */
function changesOf({ changes = [] }: HistoryEntry): readonly string[] {
  return changes.length > 3 ? [...changes.slice(0, 3), `i jeszcze ${changes.length - 3}`] : changes;
}

export function describeOrigin({ origin, by, restores }: HistoryEntry): string {
  if (origin !== "restore") return (origin === "panel" && by) || origins[origin];
  const published = restores ? ` opublikowaną ${timeOf(restores)}` : "";
  return `${by ?? origins.command}, przywrócono wersję${published}`;
}

const origins = {
  panel: "z panelu",
  command: "na serwerze",
  update: "nowa wersja programu albo zmiana ustawień",
  schedule: "automatycznie, w zaplanowanym dniu",
};

/** The name of a publication starts with its time: 2026-11-23T08-40-11. */
const timeOf = (name: string): string => formatFully(name.replace(/T(\d\d)-(\d\d)-(\d\d).*/, "T$1:$2:$3Z"));

import "./publish.css";
import { useState } from "react";
import { useLoaderData } from "react-router";
import { api } from "../api.ts";
import { formatFully } from "../format.ts";
import { Button } from "../shell/button.tsx";
import { RowLink } from "../shell/rows.tsx";
import { Screen } from "../shell/screen.tsx";
import { useAction } from "../shell/use-action.ts";
import { describeOrigin } from "./describe-origin.ts";
import { PublicationProgress } from "./publication-progress.tsx";
import { isPublishing, usePublication } from "./use-publication.ts";

export async function loader() {
  const [history, isRunning] = await Promise.all([api.history.$get({ query: {} }), isPublishing()]);
  return { ...(await history.json()), isRunning, now: Date.now() };
}

type Entry = Awaited<ReturnType<typeof loader>>["entries"][number];

/** How many changes of each publication are listed. */
const listed = 3;

/** The publications of a year, newest first. */
export function Component() {
  const { entries, isWhole, undo, current, isRunning, now } = useLoaderData<typeof loader>();
  const [older, setOlder] = useState<{ entries: readonly Entry[]; isWhole: boolean }>();
  const publication = usePublication(isRunning);
  const more = useAction();
  const { busy, isDone, restore } = publication;
  const all = [...entries, ...(older?.entries ?? [])];

  async function loadOlder(): Promise<void> {
    const before = all.at(-1)?.name ?? "";
    const page = await (await api.history.$get({ query: { before } })).json();
    setOlder({ entries: [...(older?.entries ?? []), ...page.entries], isWhole: page.isWhole });
  }

  return (
    <Screen title="Historia strony" back={{ to: "/publikacja", label: "Co się zmieni" }}>
      <p className="quiet">Każda publikacja zostaje tu przez rok i każdą można przywrócić.</p>
      <PublicationProgress publication={publication} undo={undo} />
      {undo && !isDone ? (
        <Button busy={busy} onClick={() => void restore(undo, "Cofnięto publikację")}>
          Cofnij ostatnią publikację
        </Button>
      ) : null}
      {all.length === 0 ? (
        <p className="empty">Nic jeszcze nie opublikowano. Pierwsza publikacja pojawi się tutaj.</p>
      ) : null}
      <ul className="rows">
        {all.map((entry) => (
          <li key={entry.name}>
            <RowLink to={`/publikacja/historia/${entry.name}`}>
              <strong>
                <time>{formatFully(entry.at, now)}</time>
              </strong>
              {entry.name === current ? <span className="tag">na stronie</span> : null}
              <span className="trail">{describeOrigin(entry)}</span>
              {(entry.changes ?? []).slice(0, listed).map((line) => (
                <span key={line} className="line">
                  {line}
                </span>
              ))}
              {(entry.changes?.length ?? 0) > listed ? (
                <span className="line quiet">i jeszcze {(entry.changes?.length ?? 0) - listed}</span>
              ) : null}
            </RowLink>
          </li>
        ))}
      </ul>
      {(older?.isWhole ?? isWhole) ? null : (
        <Button {...more.buttonProps(loadOlder)}>Pokaż wcześniejsze</Button>
      )}
    </Screen>
  );
}

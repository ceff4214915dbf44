import { Link, useLoaderData } from "react-router";
import { plural } from "../../../enquiries/plural.ts";
import { api } from "../api.ts";
import { SaveLine } from "../content/save-line.tsx";
import { saveNow, useSync } from "../content/sync.ts";
import { Button } from "../shell/button.tsx";
import { Screen } from "../shell/screen.tsx";
import { ChangeList } from "./change-list.tsx";
import { ProblemList } from "./place-list.tsx";
import { PublicationProgress, usePublication } from "./publication.tsx";

export async function loader() {
  // The list has what was typed just before, too.
  await saveNow();
  return (await api.publish.$get()).json();
}

/** The unpublished changes, and the button that publishes them. */
export function Component() {
  const { changes, name: texts, problems, undo, current } = useLoaderData<typeof loader>();
  const publication = usePublication({ undo, current });
  const { busy, isDone, publish } = publication;
  const { saves, conflicts } = useSync().unsaved;
  return (
    <Screen title={isDone ? "Publikacja" : "Co się zmieni"}>
      {saves.length + conflicts.length > 0 ? <SaveLine /> : null}
      {changes.length === 0 && !isDone && !busy ? (
        <p className="empty">Nie ma niepublikowanych zmian. Strona pokazuje wszystko, co jest w treści.</p>
      ) : null}
      {busy ? null : <ProblemList problems={problems} />}
      <ChangeList changes={changes} upcoming releases={{ before: current ?? undefined }} />
      <PublicationProgress publication={publication} />
      {changes.length > 0 && problems.length === 0 ? (
        <div className="call">
          <Button kind="main wide" busy={busy} onClick={() => publish(texts)}>
            {busy
              ? "Publikowanie…"
              : `Publikuj ${changes.length} ${plural(changes.length, "zmianę", "zmiany", "zmian")}`}
          </Button>
        </div>
      ) : null}
      <p>
        <Link to="/publikacja/historia">Historia strony</Link>
      </p>
    </Screen>
  );
}

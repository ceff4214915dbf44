import { useState } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { api } from "../api.ts";
import { formatFully } from "../format.ts";
import { PreviewInWidths } from "../preview/preview-frame.tsx";
import { Button } from "../shell/button.tsx";
import { Choice } from "../shell/inputs.tsx";
import { Screen } from "../shell/screen.tsx";
import { ChangeList } from "./change-list.tsx";
import { describeOrigin } from "./history-screen.tsx";
import { PublicationProgress, usePublication } from "./publication.tsx";

export const loader = async ({ params }: LoaderFunctionArgs) =>
  (await api.history[":name"].$get({ param: { name: params.name ?? "" } })).json();

/** One release: its differences from the live site, a button that restores it, its pages and its changes (P7.3). */
export function Component() {
  const { entry, isCurrent, current, undo, changes, changesIfRestored } = useLoaderData<typeof loader>();
  const publication = usePublication({ undo, current });
  const { busy, isDone, restore } = publication;
  const [isSeen, setSeen] = useState(false);

  return (
    <Screen
      title={`Wersja: ${formatFully(entry.at)}`}
      back={{ to: "/publikacja/historia", label: "Historia strony" }}
    >
      <p className="quiet">
        {describeOrigin(entry)}
        {isCurrent ? " · to widać teraz na stronie" : null}
      </p>
      <PublicationProgress publication={publication} />
      {isCurrent || isDone ? null : changesIfRestored.length === 0 ? (
        <p>Jej treść jest taka sama jak obecnej strony.</p>
      ) : (
        <>
          <h2>Co zmieni przywrócenie</h2>
          <ChangeList
            changes={changesIfRestored}
            upcoming
            releases={{ before: current ?? undefined, after: entry.name }}
          />
          <div className="call">
            <Button kind="main wide" busy={busy} onClick={() => restore(entry.name)}>
              Przywróć tę wersję
            </Button>
          </div>
        </>
      )}
      <details className="section" onToggle={({ currentTarget }) => setSeen(currentTarget.open)}>
        <summary>Jak wygląda ta wersja</summary>
        {isSeen ? <Pages version={entry.name} /> : null}
      </details>
      <details className="section" open={isCurrent}>
        <summary>Co wtedy zmieniono</summary>
        {changes === null ? <p>Poprzedniej wersji już nie ma, więc nie ma z czym porównać.</p> : null}
        {changes?.length === 0 ? (
          <p>{entry.changes?.join("; ") || "Treść była taka sama jak przedtem."}</p>
        ) : null}
        <ChangeList changes={changes ?? []} releases={{ before: entry.previous, after: entry.name }} />
      </details>
    </Screen>
  );
}

const pages = {
  index: "Strona główna",
  oferta: "Oferta",
  galeria: "Galeria",
  osiagniecia: "Osiągnięcia",
  kontakt: "Kontakt",
  dziekujemy: "Podziękowanie",
};

function Pages({ version }: { readonly version: string }) {
  const [name, setName] = useState<keyof typeof pages>("index");
  return (
    <>
      <Choice hidesLegend legend="Strona" labels={pages} chosen={name} onChoose={setName} />
      <div className="preview">
        <PreviewInWidths name={name} focused="" version={version} />
      </div>
    </>
  );
}

import { Link, useLocation } from "react-router";
import type { ContentName } from "../../../content-model/content.ts";
import { formatClock } from "../format.ts";
import { useUnpublished } from "../publish/unpublished.ts";
import { Button } from "../shell/button.tsx";
import { useOpenField } from "./field-focus.ts";
import { useSync } from "./sync.ts";
import type { SyncState } from "./sync-state.ts";

interface SaveLineProps {
  readonly problems?: readonly { readonly at: string }[];
  readonly name?: ContentName;
}

/** The state of saving, with a link to the first problem. */
export function SaveLine({ problems = [], name }: SaveLineProps) {
  const unpublished = useUnpublished();
  const openField = useOpenField();
  const sync = useSync();
  const { pathname } = useLocation();
  return (
    <div className="save-line quiet">
      <p role="status">
        {wordsOf(sync)}
        {" · "}
        {unpublished > 0 ? `nieopublikowane zmiany: ${unpublished}` : "wszystko opublikowane"}
      </p>
      {name && problems[0] ? (
        <Button kind="quiet" onClick={() => openField({ name, at: problems[0]?.at ?? "" })}>
          Do poprawienia: {problems.length}
        </Button>
      ) : null}
      {sync.trouble === "signed-out" ? (
        <Link className="button" to={`/wejscie?dalej=${encodeURIComponent(pathname)}`}>
          Wejdź
        </Link>
      ) : null}
    </div>
  );
}

function wordsOf({ trouble, savedAt, unsaved }: SyncState): string {
  if (trouble === "offline")
    return "Brak połączenia: zmiany czekają na tym urządzeniu i zapiszą się, gdy wróci internet";
  if (trouble === "signed-out") return "Zmiany czekają na tym urządzeniu, aż wejdziesz jeszcze raz";
  if (trouble === "failed") return "Nie udało się zapisać: zmiany czekają na tym urządzeniu, próby trwają";
  if (unsaved.saves.length > 0) return "Zapisuję…";
  return savedAt === undefined ? "Zapisane" : `Zapisano ${formatClock(savedAt)}`;
}

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
        {textOf(sync)}
        {pathname.startsWith("/pytania")
          ? null
          : ` · ${unpublished > 0 ? `nieopublikowane zmiany: ${unpublished}` : "wszystko opublikowane"}`}
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

const troubles = {
  offline: "Brak połączenia: zmiany czekają na tym urządzeniu i zapiszą się, gdy wróci internet",
  "signed-out": "Zmiany czekają na tym urządzeniu, aż wejdziesz jeszcze raz",
  failed: "Nie udało się zapisać: zmiany czekają na tym urządzeniu, próby trwają",
};

function textOf({ trouble, savedAt, unsaved }: SyncState): string {
  if (trouble) return troubles[trouble];
  if (unsaved.saves.length > 0) return "Zapisuję…";
  return savedAt === undefined ? "Zapisane" : `Zapisano ${formatClock(savedAt)}`;
}

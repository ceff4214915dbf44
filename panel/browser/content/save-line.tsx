import { useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import type { ContentName } from "../../../content-model/content.ts";
import { formatClock } from "../format.ts";
import { useUnpublished } from "../publish/unpublished.ts";
import { useOpenField } from "./field-focus.ts";
import { readSaveState, type SaveState, subscribeSaveState } from "./saving.ts";
import { readUnsaved, subscribeUnsaved } from "./unsaved.ts";

interface SaveLineProps {
  readonly problems?: readonly { readonly at: string }[];
  readonly name?: ContentName;
}

/** The state of saving, with a link to the first problem. */
export function SaveLine({ problems = [], name }: SaveLineProps) {
  const unpublished = useUnpublished();
  const openField = useOpenField();
  const state = useSyncExternalStore(subscribeSaveState, readSaveState);
  const { saves } = useSyncExternalStore(subscribeUnsaved, readUnsaved);
  const { pathname } = useLocation();
  return (
    <div className="save-line quiet">
      <p role="status">
        {wordsOf(state, saves.length > 0)}
        {" · "}
        {unpublished > 0 ? `nieopublikowane zmiany: ${unpublished}` : "wszystko opublikowane"}
      </p>
      {name && problems[0] ? (
        <button
          type="button"
          className="quiet-button"
          onClick={() => openField({ name, at: problems[0]?.at ?? "" })}
        >
          Do poprawienia: {problems.length}
        </button>
      ) : null}
      {state.phase === "signed-out" ? (
        <Link className="button" to={`/wejscie?dalej=${encodeURIComponent(pathname)}`}>
          Wejdź
        </Link>
      ) : null}
    </div>
  );
}

function wordsOf({ phase, savedAt }: SaveState, isWaiting: boolean): string {
  if (phase === "offline")
    return "Brak połączenia: zmiany czekają na tym urządzeniu i zapiszą się, gdy wróci internet";
  if (phase === "signed-out") return "Zmiany czekają na tym urządzeniu, aż wejdziesz jeszcze raz";
  if (phase === "failed") return "Nie udało się zapisać: zmiany czekają na tym urządzeniu, próby trwają";
  if (isWaiting) return "Zapisuję…";
  return savedAt === undefined ? "Zapisane" : `Zapisano ${formatClock(savedAt)}`;
}

import { use, useEffect } from "react";
import { Link, useLocation } from "react-router";
import { photoScreen } from "../api.ts";
import { formatDay, formatMoment } from "../format.ts";
import { useUnpublished } from "../publish/unpublished.ts";
import { useShell } from "../session.ts";
import { Button } from "../shell/button.tsx";
import { FormContext } from "./editing.ts";
import { useOpenField } from "./field-focus.ts";
import { type SyncState, useSync, watchSaving } from "./sync.ts";
import { type Conflict, isFile } from "./unsaved.ts";

/** Starts saving. Shows its status, a link to the first conflict and, in a form, a button to the first problem. */
export function SaveLine() {
  const unpublished = useUnpublished();
  const openField = useOpenField();
  const sync = useSync();
  const { pathname, search } = useLocation();
  const { inPreparation } = useShell().me;
  useEffect(watchSaving, []);
  const { name = "site", problems = [] } = use(FormContext) ?? {};
  const [first] = problems;
  const isWaiting = sync.unsaved.saves.length > 0;
  const [conflict] = sync.unsaved.conflicts;
  const count = unpublished > 0 ? `niepublikowane zmiany: ${unpublished}` : "wszystko opublikowane";
  const isUnknown = unpublished < 0 || (unpublished === 0 && (isWaiting || conflict));
  const hidesCount = inPreparation || pathname.startsWith("/pytania") || isUnknown;
  return (
    <div className="save-line quiet figure" role="status">
      <p>
        {textOf(sync)}
        {hidesCount ? null : ` · ${count}`}
      </p>
      {conflict ? (
        <Link className="quiet-button" to={urlOf(conflict)}>
          Do decyzji: {sync.unsaved.conflicts.length}
        </Link>
      ) : null}
      {first ? (
        <Button kind="quiet" onClick={() => openField({ name, at: first.at })}>
          Do poprawienia: {problems.length}
        </Button>
      ) : null}
      {sync.trouble === "signed-out" && isWaiting ? (
        <Link className="button" to={`/wejscie?dalej=${encodeURIComponent(pathname + search)}`}>
          Wejdź
        </Link>
      ) : null}
    </div>
  );
}

function urlOf({ name, place, isGone }: Conflict): string {
  if (!isFile(name)) return photoScreen(name.replace("photo:", ""));
  return `/tresc/${name}${isGone ? "" : `?pole=${place}`}`;
}

const troubles = {
  offline: "Brak połączenia: zmiany czekają na tym urządzeniu i zapiszą się, gdy wróci połączenie z serwerem",
  "signed-out": "Zmiany czekają na tym urządzeniu, aż wejdziesz jeszcze raz",
  failed: "Nie udało się zapisać: zmiany czekają na tym urządzeniu, próby trwają",
};

function textOf({ trouble, savedAt, unsaved }: SyncState): string {
  // Another tab may have saved what waited here.
  if (unsaved.saves.length > 0) return trouble ? troubles[trouble] : "Zapisuję…";
  if (unsaved.conflicts.length > 0) return "Nie wszystko zapisane";
  const isToday = savedAt !== undefined && formatDay(savedAt) === "dziś";
  return isToday ? `Zapisano ${formatMoment(savedAt)}` : "Zapisane";
}

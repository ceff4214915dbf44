import { Button, ErrorMessage } from "../shell/button.tsx";
import { PlaceList } from "./place-list.tsx";
import type { Publication } from "./use-publication.ts";

interface PublicationProgressProps {
  readonly publication: Publication;
  /** The publication to go back to. */
  readonly undo?: string | null;
  readonly isDone?: boolean;
}

/** The current step of a publication, or how it ended. */
export function PublicationProgress({
  publication,
  undo,
  isDone = publication.isDone,
}: PublicationProgressProps) {
  const { state, error, busy, outcome } = publication;
  if (isDone) return <Published publication={publication} undo={undo ?? null} />;
  const end = state?.kind === "ended" ? state.end : undefined;
  return (
    <>
      <p role="status" className={busy ? "progress" : "visually-hidden"}>
        {busy ? progressOf(state) : end?.kind === "published" ? `${outcome}.` : ""}
      </p>
      <ErrorMessage>{error ?? (busy ? undefined : failureOf(state))}</ErrorMessage>
      {!busy && end?.kind === "invalid" && state?.kind === "ended" ? (
        <PlaceList places={state.problems} />
      ) : null}
    </>
  );
}

type State = Publication["state"];

function progressOf(state: State): string {
  if (state?.kind === "ended") return "Gotowe. Strona wczytuje nową wersję…";
  const step = state?.kind === "running" ? state.step : undefined;
  if (step?.kind === "waiting") return "Trwa inna publikacja. Ta zacznie się zaraz po niej…";
  if (step?.kind === "picture") return `Przygotowanie zdjęć: ${step.done} z ${step.total}…`;
  return step?.kind === "step" ? steps[step.step] : "Publikowanie…";
}

const steps = {
  content: "Sprawdzanie treści…",
  pictures: "Przygotowanie zdjęć…",
  pages: "Składanie stron…",
  checks: "Sprawdzanie stron…",
  switch: "Podmiana strony…",
};

function failureOf(state: State): string | undefined {
  if (state?.kind !== "ended") return undefined;
  const { end } = state;
  switch (end.kind) {
    case "published":
    case "withdrawn":
      return undefined;
    case "invalid":
      return "Nie opublikowano: najpierw trzeba poprawić te miejsca. Strona działa dalej bez zmian.";
    case "refused":
      return `Nie opublikowano. ${end.reasons.join(" ")} Strona działa dalej bez zmian.`;
    case "busy":
      return "Ktoś publikuje stronę na serwerze. Spróbuj za chwilę.";
    case "failed":
      return `Nie udało się opublikować: ${end.reason.split("\n")[0]}. Strona działa dalej bez zmian. Spróbuj jeszcze raz.`;
  }
}

/** The site after a successful publication, and undo. */
function Published({ publication, undo = null }: PublicationProgressProps) {
  const { state, busy, outcome, restore } = publication;
  if (state?.kind !== "ended" || state.end.kind !== "published") return null;
  const { draft } = state.end;
  return (
    <div className="stack">
      <p className="verdict">
        {outcome}. {state.isVisible ? "Tak wygląda teraz strona." : "Strona pokaże to za chwilę."}
      </p>
      {draft === "kept" ? (
        <p className="quiet">Treść w panelu miała nieopublikowane zmiany, więc została, jaka była.</p>
      ) : null}
      <p>
        <a href="/" target="_blank" rel="noreferrer">
          {location.host}
        </a>
      </p>
      {undo && outcome !== "Cofnięto publikację" ? (
        <Button busy={busy} onClick={() => void restore(undo, "Cofnięto publikację")}>
          Cofnij tę publikację
        </Button>
      ) : null}
    </div>
  );
}

import { Button, ErrorMessage } from "../shell/button.tsx";
import { PlaceList } from "./place-list.tsx";
import type { Publication } from "./use-publication.ts";

interface PublicationProgressProps {
  readonly publication: Publication;
  /** The publication to go back to. */
  readonly undo?: string | null;
  readonly isDone?: boolean;
}

/** The current step of a publication, or how it ended; then the site, and undo. */
export function PublicationProgress({
  publication,
  undo,
  isDone = publication.isDone,
}: PublicationProgressProps) {
  const { state, error, busy, outcome, restore } = publication;
  const end = !busy && state?.kind === "ended" ? state.end : undefined;
  const isPublished = end?.kind === "published";
  const seen = state?.kind === "ended" && state.isVisible;
  return (
    <>
      <p role="status" className={busy ? "progress" : isDone ? "verdict" : "visually-hidden"}>
        {busy ? progressOf(state) : null}
        {isPublished
          ? `${outcome}. ${seen ? "Tak wygląda teraz strona." : "Strona pokaże to za chwilę."}`
          : null}
      </p>
      <ErrorMessage>{error ?? (end && failureOf(end))}</ErrorMessage>
      {end?.kind === "invalid" && state?.kind === "ended" ? <PlaceList places={state.problems} /> : null}
      {isDone && isPublished ? (
        <>
          {end.draft === "kept" ? (
            <p className="quiet">Treść w panelu miała nieopublikowane zmiany, więc została, jaka była.</p>
          ) : null}
          <p>
            <a href="/" target="_blank" rel="noreferrer">
              {location.host}
            </a>
          </p>
          {undo && outcome !== "Cofnięto publikację" ? (
            <Button onClick={() => void restore(undo, "Cofnięto publikację")}>Cofnij tę publikację</Button>
          ) : null}
        </>
      ) : null}
    </>
  );
}

type State = Publication["state"];
type End = Extract<State, { kind: "ended" }>["end"];

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
  switch: "Podmiana strony…",
};

function failureOf(end: End): string | undefined {
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

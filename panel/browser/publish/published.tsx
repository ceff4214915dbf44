import { api } from "../api.ts";
import { ActionButton } from "../shell/action-button.tsx";
import type { Publication } from "./use-publication.ts";

interface PublishedProps {
  readonly publication: Publication;
  /** What visitors saw before. */
  readonly undo: string | null;
}

/** The good end: where it can be seen, and the way back. */
export function Published({ publication, undo }: PublishedProps) {
  const { state, busy, run } = publication;
  if (state?.kind !== "ended" || state.end.kind !== "published") return null;
  const { draft } = state.end;
  return (
    <div className="stack">
      <p className="verdict">
        {state.isVisible
          ? "Opublikowano. Tak wygląda teraz strona."
          : "Opublikowano. Strona pokaże to za chwilę."}
      </p>
      {draft === "kept" ? (
        <p className="quiet">Treść w panelu miała niepublikowane zmiany, więc została, jaka była.</p>
      ) : null}
      <p>
        <a href="/" target="_blank" rel="noreferrer">
          {location.host}
        </a>
      </p>
      {undo ? (
        <ActionButton
          busy={busy}
          onClick={() => void run(() => api.history[":name"].restore.$post({ param: { name: undo } }))}
        >
          Cofnij tę publikację
        </ActionButton>
      ) : null}
    </div>
  );
}

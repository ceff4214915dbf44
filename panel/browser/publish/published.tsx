import { ActionButton } from "../shell/action-button.tsx";
import type { Publication } from "./use-publication.ts";

interface PublishedProps {
  readonly publication: Publication;
  /** The publication to go back to. */
  readonly undo: string | null;
}

/** After a successful publication: a link to the site, and undo. */
export function Published({ publication, undo }: PublishedProps) {
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
        <ActionButton busy={busy} onClick={() => void restore(undo, "Cofnięto publikację")}>
          Cofnij tę publikację
        </ActionButton>
      ) : null}
    </div>
  );
}

import { useState } from "react";
import type { FormValues } from "../../../enquiries/form.ts";
import { useRuntime } from "../../shell/runtime.tsx";

/** Clears the form and the stored draft; this can be undone until the visitor types or leaves the page. */
export function ClearForm({ offered }: { offered: boolean }) {
  const { draft } = useRuntime();
  const [cleared, setCleared] = useState<FormValues>();
  const undo = offered ? undefined : cleared;

  function onClick() {
    setCleared(undo ? undefined : draft.get().values);
    if (undo) draft.type(undo);
    else draft.clear();
  }

  // Takes up its space even when there is nothing to clear, so that typing causes no layout shift.
  return (
    <div className="clear-form" data-offered={offered || undo ? "" : undefined}>
      <p className="note" role="status">
        {undo
          ? "Formularz jest pusty i\u00a0przeglądarka nie pamięta już jego tekstu."
          : "Przeglądarka pamięta niewysłany tekst najdłużej przez tydzień."}
      </p>
      <button className="quiet-button" type="button" disabled={!offered && !undo} onClick={onClick}>
        {undo ? "Przywróć tekst" : "Wyczyść formularz"}
      </button>
    </div>
  );
}

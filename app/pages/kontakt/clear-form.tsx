import { useState } from "react";
import type { FormValues } from "../../../enquiries/form.ts";
import { useRuntime } from "../../shell/runtime.tsx";

/** Takes the text out of the form and out of the browser, and gives it back until the page is left or typed on. */
export function ClearForm({ offered }: { offered: boolean }) {
  const { draft } = useRuntime();
  const [cleared, setCleared] = useState<FormValues>();
  const undo = offered ? undefined : cleared;

  function onClick() {
    setCleared(undo ? undefined : draft.get().values);
    if (undo) draft.type(undo);
    else draft.clear();
  }

  // Keeps its place while there is nothing to clear, so that nothing moves with the first letter.
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

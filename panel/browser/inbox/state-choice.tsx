import { useState } from "react";
import {
  type EnquiryState,
  type Outcome,
  outcomeLabels,
  type StateTarget,
  stateLabels,
} from "../../../enquiries/owner/inbox.ts";
import { ErrorMessage } from "../shell/button.tsx";
import { Choice } from "../shell/choice.tsx";
import { useAction } from "../shell/use-action.ts";
import { changeState } from "./change-state.ts";
import type { EnquiryData } from "./load.ts";

/** Sets the state of an enquiry with one tap; closing asks for the outcome first (C1.3). */
export function StateChoice({ enquiry }: Pick<EnquiryData, "enquiry">) {
  const { busy, error, run } = useAction();

  // Optimistic: shown until the server has answered or refused.
  const [chosen, setChosen] = useState<{ state: EnquiryState; outcome?: Outcome }>();
  const { state, outcome } = chosen ?? enquiry;

  async function choose(target: StateTarget): Promise<void> {
    if (busy) return;
    setChosen(target);
    await run(() => changeState(enquiry, target));
    setChosen(undefined);
  }

  return (
    <>
      <Choice
        legend="Etap"
        labels={stateLabels}
        chosen={state}
        busy={busy}
        onChoose={(one) => (one === "closed" ? setChosen({ state: one }) : void choose({ state: one }))}
      />
      {state === "closed" ? (
        <Choice
          legend="Jak się skończyło?"
          labels={outcomeLabels}
          chosen={outcome}
          busy={busy}
          onChoose={(one) => void choose({ state: "closed", outcome: one })}
        />
      ) : null}
      <ErrorMessage>{error}</ErrorMessage>
    </>
  );
}

import { useState } from "react";
import {
  type EnquiryState,
  type Outcome,
  outcomeLabels,
  type StateTarget,
  stateLabels,
} from "../../../enquiries/owner/inbox.ts";
import { ErrorMessage } from "../shell/button.tsx";
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

  /** One of several values as buttons. */
  const choice = <Value extends string>(
    legend: string,
    labels: Record<Value, string>,
    current: Value | null | undefined,
    onChoose: (value: Value) => void,
  ) => (
    <fieldset className="choice" aria-busy={busy}>
      <legend className="label">{legend}</legend>
      {(Object.keys(labels) as Value[]).map((one) => (
        <label key={one} className="button over">
          <input type="radio" name={legend} checked={current === one} onChange={() => onChoose(one)} />
          {labels[one]}
        </label>
      ))}
    </fieldset>
  );

  return (
    <>
      {choice("Etap", stateLabels, state, (one) =>
        one === "closed" ? setChosen({ state: one }) : void choose({ state: one }),
      )}
      {state === "closed"
        ? choice(
            "Jak się skończyło?",
            outcomeLabels,
            outcome,
            (one) => void choose({ state: "closed", outcome: one }),
          )
        : null}
      <ErrorMessage>{error}</ErrorMessage>
    </>
  );
}

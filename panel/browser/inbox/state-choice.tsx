import { useState } from "react";
import { type EnquiryState, enquiryStates, stateLabels } from "../../../enquiries/owner/inbox.ts";
import { api } from "../api.ts";
import { ErrorMessage } from "../shell/action-button.tsx";
import { useAction } from "../shell/use-action.ts";
import type { EnquiryData } from "./load-enquiry.ts";

/** Sets the state of an enquiry with one tap. */
export function StateChoice({ enquiry }: Pick<EnquiryData, "enquiry">) {
  const { busy, error, run } = useAction();
  const param = { reference: enquiry.reference };

  // Optimistic: shown until the server has answered or refused.
  const [chosen, setChosen] = useState<EnquiryState>();

  async function choose(state: EnquiryState): Promise<void> {
    if (busy) return;
    setChosen(state);
    await run(() => api.enquiries[":reference"].state.$put({ param, json: { state } }));
    setChosen(undefined);
  }

  return (
    <fieldset className="choice" aria-busy={busy}>
      <legend className="label">Stan</legend>
      {enquiryStates.map((state) => (
        <label key={state}>
          <input
            type="radio"
            name="state"
            checked={(chosen ?? enquiry.state) === state}
            onChange={() => void choose(state)}
          />
          {stateLabels[state]}
        </label>
      ))}
      <ErrorMessage>{error}</ErrorMessage>
    </fieldset>
  );
}

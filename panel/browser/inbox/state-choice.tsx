import type { EnquiryState } from "../../server/api.ts";
import { api } from "../api.ts";
import { Problem } from "../shell/action-button.tsx";
import { useAction } from "../shell/use-action.ts";
import type { EnquiryData } from "./load-enquiry.ts";
import { states, stateWords } from "./words.ts";

/** How far the owner has come with an enquiry: one tap. */
export function StateChoice({ enquiry }: Pick<EnquiryData, "enquiry">) {
  const { busy, problem, run } = useAction();
  const param = { reference: enquiry.reference };

  function choose(state: EnquiryState): void {
    void run(() => api.enquiries[":reference"].state.$put({ param, json: { state } }));
  }

  return (
    <fieldset className="choice" aria-busy={busy}>
      <legend className="label">Stan</legend>
      {states.map((state) => (
        <label key={state}>
          <input type="radio" name="state" checked={enquiry.state === state} onChange={() => choose(state)} />
          {stateWords[state]}
        </label>
      ))}
      <Problem>{problem}</Problem>
    </fieldset>
  );
}

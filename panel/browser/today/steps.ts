import { outcomeLabels, type StateTarget } from "../../../enquiries/owner/inbox.ts";
import { morningAfter } from "../../../enquiries/polish-time.ts";
import { formatDay } from "../format.ts";
import { changeState } from "../inbox/change-state.ts";
import type { Inbox } from "../inbox/load.ts";

type Enquiry = Inbox["enquiries"][number];

/** Something that one tap does, what it says afterwards, and the enquiry as it was. */
export type Step = {
  readonly label: string;
  readonly text: string;
  readonly before: Enquiry;
  readonly target: StateTarget;
  readonly act: () => Promise<unknown>;
};

/** Long enough for an answer to come by itself, short enough to ask before the person has gone elsewhere. */
const answerDays = 3;

/** The steps that "Dziś" offers for an enquiry. Each leaves it with a date, or closed: there is no third place (C1.1). */
export function stepsFor(enquiry: Enquiry, now: number): readonly Step[] {
  const { name, state, outcome, remindAt, step } = enquiry;
  const same = state === "closed" ? { state, outcome: outcome ?? ("no" as const) } : { state };
  const make = (label: string, target: StateTarget, what: string): Step => ({
    ...{ label, target, before: enquiry, text: `${name}: ${what}.` },
    act: () => changeState(enquiry, target),
  });
  const inDays = (label: string, days: number, target: StateTarget) => {
    const at = new Date(morningAfter(days, now)).toISOString();
    return make(label, { ...target, at }, `następny krok ${formatDay(at, now)}`);
  };
  switch (step.kind) {
    case "new":
    case "wish":
    case "due":
    case "undecided":
      return [inDays("Zrobione", answerDays, { state: "in-contact" }), inDays("Jutro", 1, same)];
    case "outcome":
      return [
        make("Klient", { state: "closed", outcome: "client" }, outcomeLabels.client),
        inDays("Odbyło się", answerDays, { state: "in-contact" }),
        inDays("Nieobecność", 1, { state: "in-contact", missed: true }),
      ];
    case "failed":
      return [make("Wiem", { ...same, at: remindAt }, "e-mail nie dotarł, wiadomo")];
    default:
      return [];
  }
}

/** Puts an enquiry back where it was. */
export function undo({ before, target }: Step): Promise<unknown> {
  const { state, outcome, remindAt, missedAt, reference } = before;
  const was = state === "closed" ? { state, outcome: outcome ?? "no" } : { state };
  const missed = target.missed === undefined ? {} : { missed: missedAt !== null };
  return changeState({ reference, state: target.state }, { ...was, ...missed, at: remindAt });
}

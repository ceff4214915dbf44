import { formatLocalTime } from "../../../appointments/slot.ts";
import { outcomeLabels, type StateTarget } from "../../../enquiries/owner/inbox.ts";
import { morningAfter } from "../../../enquiries/polish-time.ts";
import { api } from "../api.ts";
import { tellingOf } from "../appointments/appointment.tsx";
import { formatDay } from "../format.ts";
import { changeState } from "../inbox/change-state.ts";
import type { Today } from "../inbox/load.ts";

/** Something that one tap does, what it says afterwards, and the way back. */
export type Step = {
  readonly label: string;
  readonly text: string;
  /** The enquiry, if a date took place by it: an opinion may be asked for. */
  readonly held?: string | undefined;
  readonly act: () => Promise<unknown>;
  readonly undo: () => Promise<unknown>;
};

/** Long enough for an answer to come by itself, short enough to ask before the person has gone elsewhere. */
const answerDays = 3;

/** The steps that "Dziś" offers for an enquiry. Each leaves it with a date, or closed: there is no third place (C1.1). */
export function stepsFor(enquiry: Today["steps"][number], now: number): readonly Step[] {
  const { name, state, outcome, remindAt, missedAt, reference, step, wish } = enquiry;
  const same = state === "closed" ? { state, outcome: outcome ?? ("no" as const) } : { state };
  const make = (label: string, target: StateTarget, what: string): Step => ({
    ...{ label, text: `${name}: ${what}.`, held: target.held ? reference : undefined },
    act: () => changeState(enquiry, target),
    undo() {
      const missed = target.missed === undefined ? {} : { missed: missedAt !== null };
      const held = target.held ? { held: false } : {};
      return changeState({ reference, state: target.state }, { ...same, ...missed, ...held, at: remindAt });
    },
  });
  const inDays = (label: string, days: number, target: StateTarget) => {
    const at = new Date(morningAfter(days, now)).toISOString();
    return make(label, { ...target, at }, `następny krok ${formatDay(at, now)}`);
  };
  const accept = ({ id, start }: NonNullable<typeof wish>): Step => ({
    label: "Potwierdź",
    text: `${name}: umówione, ${formatLocalTime(start)}. ${tellingOf(enquiry.email !== null)}`,
    act: () => api.appointments[":id"].accept.$post({ param: { id } }),
    undo: () => api.appointments[":id"].undo.$post({ param: { id } }),
  });
  switch (step.kind) {
    case "new":
    case "due":
    case "undecided":
      return [inDays("Zrobione", answerDays, { state: "in-contact" }), inDays("Jutro", 1, same)];
    case "wish":
      return [...(wish ? [accept(wish)] : []), inDays("Zrobione", answerDays, { state: "in-contact" })];
    case "outcome":
      return [
        make("Klient", { state: "closed", outcome: "client", held: true }, outcomeLabels.client),
        inDays("Odbyło się", answerDays, { state: "in-contact", held: true }),
        inDays("Nieobecność", 1, { state: "in-contact", missed: true }),
      ];
    case "failed":
      return [make("Wiem", { ...same, at: remindAt }, "e-mail nie dotarł, wiadomo")];
    default:
      return [];
  }
}

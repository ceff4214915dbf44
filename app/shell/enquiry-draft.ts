import type { FormErrors, FormValues } from "../../enquiries/form.ts";

/** Why the service did not take the enquiry. */
export type Failure =
  | { readonly kind: "limited"; readonly retryAfterSeconds: number }
  | { readonly kind: "tooLarge" | "unavailable" | "unreachable" }
  /** In the words of the page that the server sent back. */
  | { readonly kind: "told"; readonly words: string };

/** The enquiry as it stands between the first letter and the service's confirmation. */
export interface EnquiryDraft {
  readonly values: FormValues;
  /**
   * Names exactly this text. The service stores a key once, so sending the same text again is the same enquiry, and every
   * change of the text brings a new key.
   */
  readonly key: string;
  /** `waiting`: for a connection; `failed`: it was sent and not taken, and the visitor has to send it again. */
  readonly phase: "typing" | "sending" | "waiting" | "failed";
  readonly errors: FormErrors;
  readonly failure?: Failure | undefined;
  /** The form was opened with this text in it, so nobody knows how long it took to write. */
  readonly resumed: boolean;
  /** The enquiry that was confirmed last, and the page on which to say so. */
  readonly arrived?: { readonly reference: string; readonly pathname: string } | undefined;
}

export const emptyDraft: EnquiryDraft = { values: {}, key: "", phase: "typing", errors: {}, resumed: false };

export type DraftEvent =
  /** The form was shown, with what its fields held already. */
  | { readonly kind: "opened"; readonly values: FormValues; readonly newKey: string }
  | { readonly kind: "typed"; readonly values: FormValues; readonly newKey: string }
  | { readonly kind: "invalid"; readonly errors: FormErrors }
  | { readonly kind: "sending" | "waiting" }
  | { readonly kind: "confirmed"; readonly key: string; readonly arrived?: EnquiryDraft["arrived"] }
  | {
      readonly kind: "refused";
      readonly key: string;
      readonly errors?: FormErrors;
      readonly failure?: Failure;
    }
  /** No answer came; `waits` when the connection is to blame. */
  | { readonly kind: "unanswered"; readonly key: string; readonly waits: boolean }
  | { readonly kind: "cleared" };

/** The draft after an event. What was sent is settled by its key: a text that was typed since is never touched by an answer. */
export function nextDraft(draft: EnquiryDraft, event: DraftEvent): EnquiryDraft {
  switch (event.kind) {
    case "opened": {
      const values = { ...draft.values, ...filledIn(event.values) };
      const resumed = draft.resumed || hasText(draft.values);
      return { ...changeText(draft, values, event.newKey), resumed };
    }
    case "typed":
      return changeText(draft, event.values, event.newKey);
    case "invalid":
      return { ...draft, phase: "typing", errors: event.errors, failure: undefined };
    case "sending":
    case "waiting":
      return { ...draft, phase: event.kind, errors: {}, failure: undefined, arrived: undefined };
    case "confirmed":
      return { ...(draft.key === event.key ? emptyDraft : draft), arrived: event.arrived };
    case "refused":
      if (draft.key !== event.key) return afterOlderFailed(draft);
      return { ...draft, phase: "failed", errors: event.errors ?? {}, failure: event.failure };
    case "unanswered":
      if (draft.key !== event.key) return afterOlderFailed(draft);
      if (event.waits) return draft.phase === "waiting" ? draft : { ...draft, phase: "waiting" };
      return { ...draft, phase: "failed", failure: { kind: "unreachable" } };
    case "cleared":
      return emptyDraft;
  }
}

/** A text that changes while it is being sent or waits does so no longer: whoever changes it says when it is whole. */
function changeText(draft: EnquiryDraft, values: FormValues, newKey: string): EnquiryDraft {
  if (isSameText(values, draft.values)) return draft;
  const phase = draft.phase === "failed" && hasText(values) ? "failed" : "typing";
  return { ...draft, values, key: newKey, phase };
}

/** The visitor has sent something and nothing arrived; without an alert, which would take the focus from the field. */
function afterOlderFailed(draft: EnquiryDraft): EnquiryDraft {
  return draft.phase === "typing" && hasText(draft.values) ? { ...draft, phase: "failed" } : draft;
}

function isSameText(one: FormValues, other: FormValues): boolean {
  const [first, second] = [filledIn(one), filledIn(other)];
  const names = Object.keys({ ...first, ...second }) as (keyof FormValues)[];
  return names.every((name) => first[name] === second[name]);
}

export function hasText(values: FormValues): boolean {
  return Object.values(values).some(Boolean);
}

function filledIn(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
}

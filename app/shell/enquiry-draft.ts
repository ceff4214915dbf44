import { type FormErrors, type FormState, type FormValues, fields } from "../../enquiries/form.ts";

/** An enquiry between the first keystroke and the service's confirmation. `notice` says why the service did not accept it. */
export interface EnquiryDraft extends Readonly<FormState> {
  /**
   * Identifies this exact text. The service stores each key once, so sending the same text twice creates one enquiry. Every change
   * of the text creates a new key.
   */
  readonly key: string;
  /** `waiting` for a connection; `failed` means not accepted, so the visitor has to send it again. */
  readonly phase: "typing" | "sending" | "waiting" | "failed";
  /** Whether the form was opened with this text in it, so that the time spent writing is unknown. */
  readonly resumed: boolean;
  /** The last confirmed enquiry, and the page that shows the confirmation. */
  readonly arrived?: { readonly reference: string; readonly pathname: string } | undefined;
}

export const emptyDraft: EnquiryDraft = { values: {}, key: "", phase: "typing", errors: {}, resumed: false };

export type DraftEvent =
  /** `opened`: the form was opened with these values in its fields. */
  | { readonly kind: "opened" | "typed"; readonly values: FormValues; readonly newKey: string }
  | { readonly kind: "invalid"; readonly errors: FormErrors }
  | { readonly kind: "sending" | "waiting" }
  | { readonly kind: "confirmed"; readonly key: string; readonly arrived?: EnquiryDraft["arrived"] }
  | {
      readonly kind: "refused";
      readonly key: string;
      readonly errors?: FormErrors | undefined;
      readonly notice?: string | undefined;
    }
  /** There was no response, because there is no connection. */
  | { readonly kind: "unanswered"; readonly key: string }
  | { readonly kind: "cleared" };

/** Returns the draft after an event. A response applies only to the key that was sent, never to text typed since. */
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
      return { ...draft, phase: "typing", errors: event.errors, notice: undefined };
    case "sending":
    case "waiting":
      return { ...draft, phase: event.kind, errors: {}, notice: undefined, arrived: undefined };
    case "confirmed":
      return { ...(draft.key === event.key ? emptyDraft : draft), arrived: event.arrived };
    case "refused":
      if (draft.key !== event.key) return afterOlderFailed(draft);
      return { ...draft, phase: "failed", errors: event.errors ?? {}, notice: event.notice };
    case "unanswered":
      if (draft.key !== event.key) return afterOlderFailed(draft);
      return draft.phase === "waiting" ? draft : { ...draft, phase: "waiting" };
    case "cleared":
      return emptyDraft;
  }
}

/** Editing a draft that is being sent or waits returns it to `typing`; the visitor decides when to send it. */
function changeText(draft: EnquiryDraft, values: FormValues, newKey: string): EnquiryDraft {
  if (isSameText(values, draft.values)) return draft;
  const phase = draft.phase === "failed" && hasText(values) ? "failed" : "typing";
  return { ...draft, values, key: newKey, phase };
}

/** The service did not accept an older text. Shows no error, because that would take the focus from the field. */
function afterOlderFailed(draft: EnquiryDraft): EnquiryDraft {
  return draft.phase === "typing" && hasText(draft.values) ? { ...draft, phase: "failed" } : draft;
}

function isSameText(one: FormValues, other: FormValues): boolean {
  return fields.every((field) => (one[field] ?? "") === (other[field] ?? ""));
}

export const hasText = (values: FormValues): boolean => Object.values(values).some(Boolean);

function filledIn(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
}

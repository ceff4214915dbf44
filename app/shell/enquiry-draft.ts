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
  /** Whether this text may have arrived: it was sent, and no answer came. */
  readonly unsure?: boolean | undefined;
  /** Whether the form was opened with this text in it, so that the time spent writing is unknown. */
  readonly resumed: boolean;
  /** The last confirmed enquiry, and the page that shows the confirmation. */
  readonly arrived?: { readonly reference: string; readonly pathname: string } | undefined;
}

export const emptyDraft: EnquiryDraft = { values: {}, key: "", phase: "typing", errors: {}, resumed: false };

/** The form was opened, and these fields had been changed in it. */
export function opened(draft: EnquiryDraft, values: FormValues, newKey: string): EnquiryDraft {
  const resumed = draft.resumed || hasText(draft.values);
  return { ...typed(draft, { ...draft.values, ...values }, newKey), resumed };
}

/** Editing a draft that is being sent or waits returns it to `typing`; the visitor decides when to send it. */
export function typed(draft: EnquiryDraft, values: FormValues, newKey: string): EnquiryDraft {
  if (isSameText(values, draft.values)) return draft;
  const phase = draft.phase === "failed" && hasText(values) ? "failed" : "typing";
  return { ...draft, values, key: newKey, phase, unsure: undefined };
}

export function invalid(draft: EnquiryDraft, errors: FormErrors): EnquiryDraft {
  return { ...draft, phase: "typing", errors, notice: undefined };
}

export function submitted(draft: EnquiryDraft, phase: "sending" | "waiting"): EnquiryDraft {
  return { ...draft, phase, errors: {}, notice: undefined, arrived: undefined };
}

// A response applies only to the key that was sent, never to text typed since.

export function confirmed(draft: EnquiryDraft, key: string, arrived: EnquiryDraft["arrived"]): EnquiryDraft {
  return { ...(draft.key === key ? emptyDraft : draft), arrived };
}

type Reason = Partial<Pick<EnquiryDraft, "errors" | "notice" | "unsure">>;

export function refused(draft: EnquiryDraft, key: string, reason: Reason): EnquiryDraft {
  if (draft.key !== key) return afterOlderFailed(draft);
  const { errors = {}, notice, unsure } = reason;
  return { ...draft, phase: "failed", errors, notice, unsure };
}

/** There was no response, because there is no connection. */
export function unanswered(draft: EnquiryDraft, key: string): EnquiryDraft {
  if (draft.key !== key) return afterOlderFailed(draft);
  return draft.phase === "waiting" && draft.unsure ? draft : { ...draft, phase: "waiting", unsure: true };
}

/** The service did not accept an older text. Shows no error, because that would take the focus from the field. */
function afterOlderFailed(draft: EnquiryDraft): EnquiryDraft {
  return draft.phase === "typing" && hasText(draft.values) ? { ...draft, phase: "failed" } : draft;
}

function isSameText(one: FormValues, other: FormValues): boolean {
  return fields.every((field) => (one[field] ?? "") === (other[field] ?? ""));
}

export const hasText = (values: FormValues): boolean => Object.values(values).some(Boolean);

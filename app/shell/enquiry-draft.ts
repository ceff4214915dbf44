import type { FormValues } from "../../enquiries/form.ts";

/** What is kept in the browser until the service has confirmed the enquiry. */
export interface Draft {
  readonly values: FormValues;
  /** The form's one-time key: sending the same draft again is the same enquiry. */
  readonly key: string;
  /** Whether it was to be sent when the connection broke. */
  readonly waiting: boolean;
}

const storageKey = "enquiry-draft";

export function readDraft(storage: Pick<Storage, "getItem">): Draft | undefined {
  try {
    const kept = JSON.parse(storage.getItem(storageKey) ?? "null") as Partial<Draft> | null;
    if (typeof kept?.key !== "string" || typeof kept.values !== "object") return undefined;
    const values = Object.fromEntries(
      Object.entries(kept.values).filter(([, value]) => typeof value === "string"),
    );
    return { values, key: kept.key, waiting: kept.waiting === true };
  } catch {
    return undefined;
  }
}

/** Keeps the draft; without storage (private mode, full) the text just stays in the fields. */
export function keepDraft(storage: Pick<Storage, "setItem">, draft: Draft): void {
  try {
    storage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // Nothing to do: the form itself still holds the text.
  }
}

export function dropDraft(storage: Pick<Storage, "removeItem">): void {
  try {
    storage.removeItem(storageKey);
  } catch {
    // Nothing was kept where nothing can be removed.
  }
}

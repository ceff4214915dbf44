import type { BrowserStorage } from "./browser-storage.ts";
import type { EnquiryDraft } from "./enquiry-draft.ts";

export const draftStorageKey = "enquiry-draft";
const keptForMs = 7 * 24 * 60 * 60 * 1000;

type KeptDraft = Pick<EnquiryDraft, "values" | "key" | "phase">;

/** Stores the draft for a week. */
export function keepDraft(storage: BrowserStorage, { values, key, phase }: KeptDraft, now: number): void {
  storage.setItem(draftStorageKey, JSON.stringify({ values, key, phase, at: now }));
}

/** Removes the draft with this key; another tab may have stored a different one in the meantime. */
export function forgetDraft(storage: BrowserStorage, key: string): void {
  if (keyOfKept(storage.getItem(draftStorageKey)) === key) storage.removeItem(draftStorageKey);
}

/** The stored draft, or undefined; one that is too old or malformed is removed. */
export function readDraft(storage: BrowserStorage, now: number): KeptDraft | undefined {
  const { at, ...draft } = parse(storage.getItem(draftStorageKey));
  if (now - at < keptForMs) return draft;
  storage.removeItem(draftStorageKey);
  return undefined;
}

/** The key of a stored draft. */
export function keyOfKept(text: string | null): string | undefined {
  return parse(text).key;
}

function parse(text: string | null): KeptDraft & { at: number } {
  try {
    return Object(JSON.parse(text ?? "{}"));
  } catch {
    return Object({});
  }
}

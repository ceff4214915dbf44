import type { BrowserStorage } from "./browser-storage.ts";
import type { EnquiryDraft } from "./enquiry-draft.ts";

export const draftStorageKey = "enquiry-draft";
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

type StoredDraft = Pick<EnquiryDraft, "values" | "key" | "phase">;

/** Stores the draft for a week (B10.4). */
export function saveDraft(storage: BrowserStorage, { values, key, phase }: StoredDraft, now: number): void {
  storage.setItem(draftStorageKey, JSON.stringify({ values, key, phase, at: now }));
}

/** Removes the draft with this key; another tab may have stored a different one in the meantime. */
export function removeDraft(storage: BrowserStorage, key: string): void {
  if (draftKeyIn(storage.getItem(draftStorageKey)) === key) storage.removeItem(draftStorageKey);
}

/** The stored draft, or undefined; one that is too old or malformed is removed. */
export function loadDraft(storage: BrowserStorage, now: number): StoredDraft | undefined {
  const { at, ...draft } = parse(storage.getItem(draftStorageKey));
  if (now - at < maxAgeMs) return draft;
  storage.removeItem(draftStorageKey);
  return undefined;
}

/** The key of a stored draft. */
export function draftKeyIn(text: string | null): string | undefined {
  return parse(text).key;
}

function parse(text: string | null): StoredDraft & { at: number } {
  try {
    return Object(JSON.parse(text ?? "{}"));
  } catch {
    return Object({});
  }
}

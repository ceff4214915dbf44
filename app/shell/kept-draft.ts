import type { BrowserStorage } from "./browser-storage.ts";
import type { EnquiryDraft } from "./enquiry-draft.ts";

export const draftStorageKey = "enquiry-draft";
const keptForMs = 7 * 24 * 60 * 60 * 1000;

type KeptDraft = Pick<EnquiryDraft, "values" | "key" | "phase">;

/** Keeps the draft for a week from this moment. */
export function keepDraft(storage: BrowserStorage, { values, key, phase }: KeptDraft, now: number): void {
  storage.setItem(draftStorageKey, JSON.stringify({ values, key, phase, at: now }));
}

/** Forgets the draft of this key; another tab may keep another one there by now. */
export function forgetDraft(storage: BrowserStorage, key: string): void {
  if (keyOfKept(storage.getItem(draftStorageKey)) === key) storage.removeItem(draftStorageKey);
}

/** The draft that is kept, or undefined; one that is too old, or not of our making, is forgotten. */
export function readDraft(storage: BrowserStorage, now: number): KeptDraft | undefined {
  const { at, ...draft } = parse(storage.getItem(draftStorageKey));
  if (now - at < keptForMs) return draft;
  storage.removeItem(draftStorageKey);
  return undefined;
}

/** The key in a text that was kept. */
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

import type { Conflict, Unsaved } from "./sync-state.ts";

const storageKey = "panel:unsaved";
const nothing: Unsaved = { saves: [], conflicts: [] };

let known = nothing;
let knownText: string | null = null;

/** Reads the unsaved changes, which survive a killed page and are shared by all tabs. The same object until they change. */
export function readUnsaved(): Unsaved {
  const text = storedText();
  if (text === knownText) return known;
  knownText = text;
  known = text === null ? nothing : parse(text);
  return known;
}

function storedText(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return knownText;
  }
}

function parse(text: string): Unsaved {
  // An earlier version stored conflicts as `clashes`.
  const { clashes = [], ...unsaved } = JSON.parse(text) as Unsaved & { clashes?: readonly Conflict[] };
  return { ...unsaved, conflicts: unsaved.conflicts ?? clashes };
}

export function writeUnsaved(unsaved: Unsaved): void {
  if (unsaved === known) return;
  known = unsaved;
  const text = JSON.stringify(unsaved);
  try {
    localStorage.setItem(storageKey, text);
    knownText = text;
  } catch {
    // Without storage it lasts as long as the page.
  }
}

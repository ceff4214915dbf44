import type { ContentName } from "../../../content-model/content.ts";
import type { Change } from "../../../content-model/writing/change.ts";

/** A change and where in the form it was made: `services.1.price.amount`. */
export type PlacedChange = { readonly place: string; readonly change: Change };

/** A content file, or the details of a photograph: `photo:hero.jpg`. Changed details are set together, at the empty place. */
export type SavedName = ContentName | `photo:${string}`;

export const isFile = (name: SavedName): name is ContentName => !name.startsWith("photo:");

/** Changes that are sent together. */
export interface Save {
  /** The idempotency key of its request. */
  readonly id: string;
  readonly name: SavedName;
  readonly changes: readonly PlacedChange[];
  readonly sent: boolean;
}

/** A change that the server could not make, so the owner has to choose. */
export interface Conflict extends PlacedChange {
  readonly id: string;
  readonly name: SavedName;
  readonly reason: "conflict" | "refused";
  /** The current value; undefined if the place no longer exists. */
  readonly found?: unknown;
  readonly isGone?: boolean;
}

/** The changes that this device has not saved yet. All tabs share them. */
export interface Unsaved {
  /** In the order in which they are sent. */
  readonly saves: readonly Save[];
  readonly conflicts: readonly Conflict[];
}

const storageKey = "panel:unsaved";

let known: Unsaved = { saves: [], conflicts: [] };
let knownText: string | null = null;

/** Reads the unsaved changes. Returns the same object until they change. */
export function readUnsaved(): Unsaved {
  try {
    const text = localStorage.getItem(storageKey);
    if (text === null || text === knownText) return known;
    known = JSON.parse(text);
    knownText = text;
  } catch {
    // Without storage they last as long as the page.
  }
  return known;
}

export function writeUnsaved(unsaved: Unsaved): void {
  if (unsaved === known) return;
  known = unsaved;
  const text = JSON.stringify(unsaved);
  try {
    localStorage.setItem(storageKey, text);
    knownText = text;
  } catch {
    // Without storage they last as long as the page.
  }
}

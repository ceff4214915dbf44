import type { ContentName } from "../../../content-model/content.ts";
import { isSame } from "../../../content-model/path.ts";
import type { Change } from "../../../content-model/writing/changes.ts";
import type { NotedPhoto } from "../../server/api.ts";
import { randomId } from "../random-id.ts";

/** A change and where in the form it was made: `services.1.price.amount`. */
export interface PlacedChange {
  readonly place: string;
  readonly change: Change;
}

interface OneSave {
  readonly id: string;
  /** A sent save is not changed until the server has answered. */
  readonly sent: boolean;
}

/** Changes of one file, sent together. */
export interface FileSave extends OneSave {
  readonly name: ContentName;
  readonly changes: readonly PlacedChange[];
}

/** The details of a photograph. */
export interface NoteSave extends OneSave {
  readonly photo: string;
  readonly note: NotedPhoto;
}

export type Save = FileSave | NoteSave;

/** A change that the server could not make, so the owner has to choose. */
export interface Conflict extends PlacedChange {
  readonly id: string;
  readonly name: ContentName;
  readonly reason: "conflict" | "refused";
  /** The current value; absent if its place is gone. */
  readonly found?: unknown;
  readonly isGone?: boolean;
}

/** What this device has and the server does not. */
export interface Unsaved {
  readonly saves: readonly Save[];
  readonly conflicts: readonly Conflict[];
}

const storageKey = "panel:unsaved";
const nothing: Unsaved = { saves: [], conflicts: [] };

let known = nothing;
let knownText: string | null = null;
const listeners = new Set<() => void>();

/** Reads the unsaved changes, which survive a killed page and are shared by all tabs. */
export function readUnsaved(): Unsaved {
  const text = storedText();
  if (text === knownText) return known;
  knownText = text;
  known = text === null ? nothing : parse(text);
  return known;
}

function parse(text: string): Unsaved {
  // An earlier version stored conflicts as `clashes`.
  const { clashes = [], ...unsaved } = JSON.parse(text) as Unsaved & { clashes?: readonly Conflict[] };
  return { ...unsaved, conflicts: unsaved.conflicts ?? clashes };
}

export function changeUnsaved(change: (unsaved: Unsaved) => Unsaved): void {
  known = change(readUnsaved());
  const text = JSON.stringify(known);
  try {
    localStorage.setItem(storageKey, text);
    knownText = text;
  } catch {
    // Without storage it lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function subscribeUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

function storedText(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return knownText;
  }
}

/** The server takes no more in one request. */
const maxChanges = 50;

/** Adds a change. Successive changes of one field are merged into one. */
export function addChange(name: ContentName, placed: PlacedChange): void {
  changeUnsaved((unsaved) => {
    const last = unsaved.saves.at(-1);
    const isOpen = last && !last.sent && "name" in last && last.name === name;
    if (!isOpen || last.changes.length >= maxChanges) {
      const save = { id: randomId(), name, changes: [placed], sent: false };
      return { ...unsaved, saves: [...unsaved.saves, save] };
    }
    const saves = unsaved.saves.with(-1, { ...last, changes: merged(last.changes, placed) });
    return { ...unsaved, saves };
  });
}

/** Adds the details of a photograph, replacing earlier ones that were not sent yet. */
export function addNote(photo: string, note: NotedPhoto): void {
  changeUnsaved((unsaved) => {
    const others = unsaved.saves.filter((save) => save.sent || !("photo" in save) || save.photo !== photo);
    const save = { id: randomId(), photo, note, sent: false };
    return { ...unsaved, saves: [...others, save] };
  });
}

/** The unsaved details of a photograph. */
export function unsavedNote(photo: string): NotedPhoto | undefined {
  const found = readUnsaved().saves.findLast((save) => "photo" in save && save.photo === photo);
  return found && "photo" in found ? found.note : undefined;
}

function merged(changes: readonly PlacedChange[], { place, change }: PlacedChange): PlacedChange[] {
  const before = changes.at(-1);
  if (before?.change.do !== "set" || change.do !== "set" || before.place !== place) {
    return [...changes, { place, change }];
  }
  const { old, at } = before.change;
  const together = isSame(old, change.value) ? [] : [{ place, change: { ...change, at, old } }];
  return [...changes.slice(0, -1), ...together];
}

import type { ContentName } from "../../../content-model/content.ts";
import type { FormField } from "../../../content-model/form-field.ts";
import { isSame, isTree, type Tree } from "../../../content-model/path.ts";
import { applyChange, type Change } from "../../../content-model/writing/changes.ts";
import type { NotedPhoto } from "../../server/api.ts";

/** A change and where in the form it was made: `services.1.price.amount`. */
export interface PlacedChange {
  readonly place: string;
  readonly change: Change;
}

interface OneSave {
  /** The idempotency key of its request. */
  readonly id: string;
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

/** What this device has and the server does not. All tabs share it. */
export interface Unsaved {
  /** In the order in which they are sent. */
  readonly saves: readonly Save[];
  readonly conflicts: readonly Conflict[];
}

interface Problem {
  readonly at: string;
  readonly text: string;
  /** The value with the problem: another value may have solved it. */
  readonly about?: unknown;
}

/** The server's last answer about a file. */
export interface FileAnswer {
  readonly label: string;
  readonly form: FormField;
  /** The content of the file; undefined if it cannot be read. */
  readonly value?: unknown;
  readonly problems: readonly Problem[];
  readonly choices: Readonly<Record<string, readonly { readonly value: string; readonly label: string }[]>>;
  readonly photos: readonly string[];
  readonly unpublished: number;
  /** When the server answered, in milliseconds. */
  readonly at: number;
}

/** A change that the server did not make; `at` is its index in the save. */
interface Unmade {
  readonly at: number;
  readonly reason: Conflict["reason"];
  readonly found?: unknown;
}

/** The answer to a save, without the label and the form, which never change. */
export type SaveAnswer = Omit<FileAnswer, "label" | "form"> & { readonly unmade: readonly Unmade[] };

/** Why the first save still waits. */
type Trouble = "offline" | "signed-out" | "failed";

export interface SyncState {
  readonly unsaved: Unsaved;
  readonly files: Readonly<Partial<Record<ContentName, FileAnswer>>>;
  readonly trouble?: Trouble | undefined;
  /** The time of the last successful save, in milliseconds. */
  readonly savedAt?: number;
}

export type SyncEvent =
  /** `id` is a new one, for the save that the change may begin. */
  | {
      readonly type: "changed";
      readonly id: string;
      readonly name: ContentName;
      readonly placed: PlacedChange;
    }
  | { readonly type: "noted"; readonly id: string; readonly photo: string; readonly note: NotedPhoto }
  | { readonly type: "sending"; readonly save: Save }
  | { readonly type: "answered"; readonly save: FileSave; readonly answer: SaveAnswer }
  | { readonly type: "note-saved"; readonly save: NoteSave; readonly at: number }
  | { readonly type: "failed"; readonly save: Save; readonly trouble: Trouble | "refused" }
  | { readonly type: "kept-mine"; readonly id: string; readonly conflict: Conflict }
  | { readonly type: "dropped-mine"; readonly conflict: Conflict }
  | { readonly type: "loaded"; readonly name: ContentName; readonly answer: FileAnswer };

/** The value that a form shows: the server's, with all unsaved changes applied. */
export function shownValue(
  { files, unsaved }: Pick<SyncState, "files" | "unsaved">,
  name: ContentName,
): unknown {
  const changes = unsaved.saves.flatMap((save) => ("name" in save && save.name === name ? save.changes : []));
  return changes.reduce((before, { change }) => {
    const applied = applyChange(before, change);
    return "root" in applied ? applied.root : before;
  }, files[name]?.value);
}

/** The unsaved details of a photograph. */
export function unsavedNote({ unsaved }: SyncState, photo: string): NotedPhoto | undefined {
  const found = unsaved.saves.findLast((save) => "photo" in save && save.photo === photo);
  return found && "photo" in found ? found.note : undefined;
}

/** Returns the next value, reusing equal parts of the one before, so that memoized fields do not render again. */
export function shareStructure(before: unknown, next: unknown): unknown {
  if (Object.is(before, next) || isSame(before, next)) return before;
  if (!isTree(before) || !isTree(next) || Array.isArray(before) !== Array.isArray(next)) return next;
  if (Array.isArray(next)) {
    const items = before as unknown as readonly unknown[];
    const same = (item: unknown, at: number) =>
      isSame(items[at], item) ? items[at] : items.find((known) => isSame(known, item));
    return next.map((item, at) => same(item, at) ?? shareStructure(items[at], item));
  }
  const entries = Object.entries(next).map(([key, inner]) => [
    key,
    shareStructure((before as Tree)[key], inner),
  ]);
  return Object.fromEntries(entries);
}

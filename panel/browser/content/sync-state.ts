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

/** A content file, or the details of a photograph: `photo:hero.jpg`. Details are set as a whole, at the empty place. */
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
  /** What the names in braces, such as `{email}`, become in texts. */
  readonly facts: Readonly<Record<string, string>>;
  readonly unpublished: number;
}

/** The answer to a save: the file, but nothing for details of a photograph; and the changes not made, by their index in the save. */
export type SaveAnswer = Partial<FileAnswer> & {
  readonly unmade: readonly (Pick<Conflict, "reason" | "found"> & { readonly at: number })[];
};

/** Why the first save still waits. */
type Trouble = "offline" | "signed-out" | "failed";

export interface SyncState {
  readonly unsaved: Unsaved;
  readonly files: Readonly<Partial<Record<SavedName, FileAnswer>>>;
  readonly trouble?: Trouble | undefined;
  /** The time of the last successful save, in milliseconds. */
  readonly savedAt?: number;
}

export type SyncEvent =
  /** `id` is a new one, for the save that the change may begin. */
  | {
      readonly type: "changed";
      readonly id: string;
      readonly name: SavedName;
      readonly placed: PlacedChange;
    }
  | { readonly type: "sending"; readonly save: Save }
  | { readonly type: "answered"; readonly save: Save; readonly answer: SaveAnswer; readonly at: number }
  | { readonly type: "failed"; readonly save: Save; readonly trouble: Trouble | "refused" }
  | { readonly type: "decided"; readonly conflict: Conflict }
  | { readonly type: "loaded"; readonly name: ContentName; readonly answer: FileAnswer };

/** The value that a form shows: the server's, with all unsaved changes applied. */
export function shownValue(state: Pick<SyncState, "files" | "unsaved">, name: ContentName): unknown {
  return unsavedChanges(state, name).reduce((before, change) => {
    const applied = applyChange(before, change);
    return "root" in applied ? applied.root : before;
  }, state.files[name]?.value);
}

/** The changes of a file, or of the details of a photograph, that the server does not have. */
export const unsavedChanges = ({ unsaved }: Pick<SyncState, "unsaved">, name: SavedName) =>
  unsaved.saves.flatMap((save) => (save.name === name ? save.changes.map(({ change }) => change) : []));

/** The details of a photograph after their changes. */
export function noteOf(changes: readonly Change[]): NotedPhoto | undefined {
  const last = changes.at(-1);
  return last?.do === "set" ? (last.value as NotedPhoto) : undefined;
}

/** Returns the next value, reusing equal parts of the one before, so that memoized fields do not render again. */
export function shareStructure<Value>(before: unknown, next: Value): Value {
  if (isSame(before, next)) return before as Value;
  if (!isTree(before) || !isTree(next) || Array.isArray(before) !== Array.isArray(next)) return next;
  const moved = (inner: unknown) => Array.isArray(before) && before.find((known) => isSame(known, inner));
  const shared = (inner: unknown, key: string | number) =>
    shareStructure(isSame(before[key], inner) ? before[key] : moved(inner) || before[key], inner);
  const parts = Array.isArray(next)
    ? next.map(shared)
    : Object.fromEntries(Object.entries(next as Tree).map(([key, inner]) => [key, shared(inner, key)]));
  return parts as Value;
}

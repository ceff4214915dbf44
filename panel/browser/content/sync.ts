import type { InferResponseType } from "hono/client";
import { useSyncExternalStore } from "react";
import type { ContentName } from "../../../content-model/content.ts";
import type { FormField } from "../../../content-model/form-field.ts";
import { isSame, parsePath, shareStructure, valueAt } from "../../../content-model/path.ts";
import type { Change } from "../../../content-model/writing/change.ts";
import { applyChange, locate, maxChanges, renamed } from "../../../content-model/writing/changes.ts";
import type { NotedPhoto } from "../../server/api.ts";
import { ApiError, api, randomId } from "../api.ts";
import { setUnpublished } from "../publish/unpublished.ts";
import {
  type Conflict,
  isFile,
  type PlacedChange,
  readUnsaved,
  type Save,
  type SavedName,
  type Unsaved,
  writeUnsaved,
} from "./unsaved.ts";

/*
 * The life of a change, while another device, another tab or a text editor may change the same file (P4.1, P4.6):
 *
 *                       ┌──┐ keys of one field: one change
 *   changed ────────▶ unsaved ◀───────────────── kept mine ──────────┐
 *                        │ sending                                   │
 *                        ▼                                           │
 *     failed: again ┌── sent ──answered: another value there──▶ conflict ──dropped mine──▶ gone
 *                   └──▶ │ └────failed for good──▶ refused ──dropped mine──▶ gone
 *                        │ answered
 *                        ▼
 *                      saved
 *
 * A sent save does not change until the server has answered, because the server may have applied it although the response was lost.
 * The server recognises a save by its id and applies it only once.
 */

/** The server's last response about a file. Without a value, the file cannot be read. */
export type FileAnswer = Omit<InferResponseType<(typeof api.content)[":name"]["$get"]>, "form" | "value"> & {
  readonly form: FormField;
  readonly value?: unknown;
};

/** The response to a save: the file (nothing for a photograph's details), and the changes not made, by their index in the save. */
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
  /** `id` is for a new save, if the change needs one. */
  | { readonly type: "changed"; readonly id: string; readonly name: SavedName; readonly placed: PlacedChange }
  | { readonly type: "sending"; readonly save: Save }
  | { readonly type: "answered"; readonly save: Save; readonly answer: SaveAnswer; readonly at: number }
  | { readonly type: "failed"; readonly save: Save; readonly trouble: Trouble | "refused" }
  | { readonly type: "decided"; readonly conflict: Conflict }
  | { readonly type: "loaded"; readonly name: ContentName; readonly answer: FileAnswer };

export function reduce(state: SyncState, event: SyncEvent): SyncState {
  const { saves, conflicts } = state.unsaved;
  switch (event.type) {
    case "changed":
      return { ...state, unsaved: { saves: withChange(saves, event), conflicts } };
    case "sending": {
      const sent = saves.map((save) => (save.id === event.save.id ? { ...save, sent: true } : save));
      return { ...state, unsaved: { saves: sent, conflicts } };
    }
    case "answered": {
      const { save, answer, at } = event;
      const before = state.files[save.name];
      const { unmade, ...next } = answer;
      return {
        unsaved: settled(state.unsaved, save, conflictsOf(save, answer, before?.value)),
        files: before ? withFile(state, save.name, { ...before, ...next }) : state.files,
        savedAt: at,
      };
    }
    case "failed": {
      const { save, trouble } = event;
      if (trouble !== "refused") return { ...state, trouble };
      // A retry would be refused again and block the other saves, so the owner has to decide.
      return { ...state, trouble: undefined, unsaved: settled(state.unsaved, save, refusedOf(save)) };
    }
    case "decided": {
      const others = conflicts.filter(({ id }) => id !== event.conflict.id);
      return { ...state, unsaved: { saves, conflicts: others } };
    }
    case "loaded":
      return { ...state, files: withFile(state, event.name, event.answer) };
  }
}

/** Adds the change to the last save of its file, or to a new one if that was sent or is full. The file changed last is sent last. */
function withChange(saves: readonly Save[], { id, name, placed }: SyncEvent & { type: "changed" }): Save[] {
  const last = saves.findLast((save) => save.name === name);
  const changes = merged(last?.changes ?? [], placed);
  const isFull = last && changes.length > (last.changes.length || 1) && !fitsOneSave(changes);
  if (!last || last.sent || isFull) return [...saves, { id, name, changes: [placed], sent: false }];
  return [...saves.filter((save) => save !== last), { ...last, changes }];
}

/**
 * Merges successive changes of one field. Compares steps, not places, because another item may have moved to the place. Compares the
 * old value, because the form may meanwhile show another device's text.
 */
function merged(changes: readonly PlacedChange[], { place, change }: PlacedChange): PlacedChange[] {
  const before = changes.at(-1)?.change;
  const isAgain =
    before?.do === "set" &&
    change.do === "set" &&
    isSame(change.old, before.value) &&
    (isSame(change.at, before.at) || isSame(change.at, renamed(before.at, before.value)));
  if (!isAgain) return [...changes, { place, change }];
  const { old, at } = before;
  const together = isSame(old, change.value) ? [] : [{ place, change: { ...change, at, old } }];
  return [...changes.slice(0, -1), ...together];
}

/**
 * Anything but a set travels alone. A repeat then finds it made, even after the server has forgotten the save's id, unless its list has an
 * equal entry.
 */
const fitsOneSave = (changes: readonly PlacedChange[]) =>
  changes.length <= maxChanges &&
  changes.every(({ change }) => change.do === "set") &&
  JSON.stringify(changes).length <= maxSaveLength;

/** Removes a save and adds its conflicts. A second response to the save changes nothing. */
function settled(unsaved: Unsaved, { id, name }: Save, conflicts: readonly Conflict[]): Unsaved {
  if (!unsaved.saves.some((save) => save.id === id)) return unsaved;
  // The later details of a photograph hold the earlier ones that were refused.
  const all = [...unsaved.conflicts.filter((one) => isFile(name) || one.name !== name), ...conflicts];
  return {
    saves: unsaved.saves.filter((save) => save.id !== id),
    // Whoever goes on typing in a field decides once, on the last text.
    conflicts: all.filter((one, at) => !all.slice(at + 1).some((later) => continues(later, one))),
  };
}

type Named = PlacedChange & { readonly name?: SavedName };
const writes = ({ place, change }: PlacedChange, at: string, value: unknown) =>
  place === at && change.do === "set" && isSame(change.value, value);

const continues = ({ name, place, change }: Named, before: Named) =>
  name === before.name && change.do === "set" && writes(before, place, change.old);

const refusedOf = ({ id, name, changes }: Save): Conflict[] =>
  changes.map((placed, at) => ({ ...placed, id: `${id}-${at}`, name, reason: "refused" }));

function conflictsOf(save: Save, { value, unmade }: SaveAnswer, before: unknown): Conflict[] {
  return unmade.flatMap(({ at, reason, found }) => {
    const placed = save.changes[at];
    // Moving an item that was removed loses nothing.
    if (placed === undefined || (placed.change.do === "move" && reason === "conflict")) return [];
    const unmoved = { ...placed, id: `${save.id}-${at}`, name: save.name, reason, found };
    const conflict = { ...unmoved, ...(reason === "conflict" && relocated(placed, value, before)) };
    // A save that the server has made before finds what its own later change of the place wrote, if that was typed over this one.
    const later = save.changes.filter((one, number) => number > at && one.place === placed.place);
    const isMade = (one: PlacedChange) => unmade.every((other) => save.changes[other.at] !== one);
    const isOwn =
      later.some((one) => continues(one, placed)) &&
      later.some((one) => writes(one, placed.place, conflict.found) || (conflict.isGone && isMade(one)));
    return isOwn ? [] : conflict;
  });
}

/** Finds the place of a change in the current value. */
function relocated(placed: PlacedChange, value: unknown, before: unknown): Partial<Conflict> & PlacedChange {
  const { change } = placed;
  const path = locate(value, change.do === "add" ? change.list : change.at);
  // A field of an optional part that was removed has a path, but the form does not show it.
  const isThere = path !== undefined && valueAt(value, path.slice(0, -1)) !== undefined;
  if (isThere) return { ...placed, place: path.join(".") };
  return rewritten(placed, value, before) ?? { ...placed, isGone: true };
}

/** Texts in a list are identified by their value, so a text that was rewritten elsewhere is found by its index. */
function rewritten({ place, change }: PlacedChange, value: unknown, before: unknown) {
  const path = parsePath(place);
  const list = path.slice(0, -1);
  const [items, known] = [valueAt(value, list), valueAt(before, list)];
  if (change.do !== "set" || !Array.isArray(items) || !Array.isArray(known)) return undefined;
  const found = valueAt(value, path);
  if (items.length !== known.length || typeof found !== "string" || known.includes(found)) return undefined;
  const at: Change = { ...change, at: [...change.at.slice(0, -1), path.at(-1) as number] };
  return { place, change: at, found };
}

function withFile({ files }: SyncState, name: SavedName, answer: FileAnswer): SyncState["files"] {
  return { ...files, [name]: shareStructure(files[name], answer) };
}

/** Returns the value that a form shows: the server's, with all unsaved changes applied. Unchanged parts keep their identity. */
export function shownValue(state: Pick<SyncState, "files" | "unsaved">, name: ContentName): unknown {
  return unsavedChanges(state, name).reduce((before, change) => {
    const applied = applyChange(before, change);
    return "root" in applied ? applied.root : before;
  }, state.files[name]?.value);
}

export const unsavedChanges = ({ unsaved }: Pick<SyncState, "unsaved">, name: SavedName) =>
  unsaved.saves.flatMap((save) => (save.name === name ? save.changes.map(({ change }) => change) : []));

/** Returns the details of a photograph that changes set. */
export function detailsOf(changes: readonly Change[]): NotedPhoto | undefined {
  const last = changes.at(-1);
  return last?.do === "set" ? (last.value as NotedPhoto) : undefined;
}

/** In characters. One change may be longer: it holds a text up to three times, and the server takes 512 KiB. */
const maxSaveLength = 20_000;
const debounceMs = 600;
const retryMs = 5000;

let state: SyncState = { unsaved: readUnsaved(), files: {} };
let timer: ReturnType<typeof setTimeout> | undefined;

/** The current state, with what other tabs have stored. */
export function readSync(): SyncState {
  const unsaved = readUnsaved();
  if (unsaved !== state.unsaved) state = { ...state, unsaved };
  return state;
}

function subscribeSync(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}

function dispatch(event: SyncEvent): void {
  state = reduce(readSync(), event);
  writeUnsaved(state.unsaved);
  // The browser itself tells only the other tabs.
  dispatchEvent(new Event("storage"));
}

/** Changes a file, or a photograph's details, and schedules a save. */
export function change(name: SavedName, placed: PlacedChange): void {
  // Removes undefined fields, as sending will.
  dispatch({ type: "changed", id: randomId(), name, placed: JSON.parse(JSON.stringify(placed)) });
  saveSoon();
}

/** Repeats the owner's change, based on the current value. */
export function keepMine(conflict: Conflict): void {
  const { name, place, found } = conflict;
  change(name, { place, change: { ...conflict.change, old: found } as Change });
  dropMine(conflict);
}

export const dropMine = (conflict: Conflict) => dispatch({ type: "decided", conflict });

function saveSoon(delayMs = debounceMs): void {
  clearTimeout(timer);
  timer = setTimeout(() => void saveNow(), delayMs);
}

/**
 * Sends all unsaved changes, also what was typed just now, one save after the other, from one tab at a time (P4.1, P4.5). Locks need
 * https; without them the server recognises duplicates by their id.
 */
export async function saveNow(): Promise<void> {
  flushInput();
  clearTimeout(timer);
  if (!firstSave()) return;
  await (isSecureContext ? navigator.locks.request("panel:save", sendAll) : sendAll());
}

async function sendAll(): Promise<void> {
  for (let save = firstSave(); save; save = firstSave()) {
    dispatch({ type: "sending", save });
    try {
      dispatch({ type: "answered", save, answer: await send(save), at: Date.now() });
      // A repeat may get the answer of hours ago, which shows no later change of another device.
      if (save.sent && isFile(save.name)) await loadFile(save.name).catch(() => {});
    } catch (error) {
      handleFailure(save, error);
    }
    if (readSync().trouble) return;
  }
}

const firstSave = () => readSync().unsaved.saves[0];

async function send({ id, name, changes }: Save): Promise<SaveAnswer> {
  const headers = { "Idempotency-Key": id };
  const json = { changes: changes.map(({ change }) => change) };
  if (!isFile(name)) {
    const note = detailsOf(json.changes) as NotedPhoto;
    await api.photos[":file"].$put({ param: { file: name.replace("photo:", "") }, json: note }, { headers });
    return { unmade: [] };
  }
  const request = { param: { name }, json } as Parameters<(typeof api.content)[":name"]["$put"]>[0];
  const answer = await (await api.content[":name"].$put(request, { headers })).json();
  setUnpublished(answer.unpublished);
  return answer as SaveAnswer;
}

const finalCodes = ["bad-request", "too-large", "refused-on-the-way", "not-found", "needs-passkey"];

function handleFailure(save: Save, error: unknown): void {
  const code = error instanceof ApiError ? error.code : "failed";
  const waits = code === "offline" || code === "signed-out" ? code : "failed";
  const trouble = finalCodes.includes(code) ? "refused" : waits;
  // A removed photograph needs no details.
  const changes = code === "not-found" && !isFile(save.name) ? [] : save.changes;
  dispatch({ type: "failed", save: { ...save, changes }, trouble });
  if (trouble === "offline" || trouble === "failed") saveSoon(retryMs);
}

/** The latest input of each field that is not committed yet. */
const pending = new Map<string, () => void>();

/** Commits a field's input after the browser has painted it. `flushInput` commits it earlier, before the field or the page is left. */
export function deferInput(place: string, commit: () => void): void {
  if (pending.size === 0) requestAnimationFrame(() => setTimeout(flushInput));
  pending.set(place, commit);
}

export function flushInput(): void {
  const commits = [...pending.values()];
  pending.clear();
  for (const commit of commits) commit();
}

/** Saves now (for changes left by an earlier visit), when the connection returns and when the page is hidden or shown. */
export function watchSaving(): () => void {
  const save = () => void saveNow();
  save();
  const watch = new AbortController();
  const { signal } = watch;
  addEventListener("online", save, { signal });
  addEventListener("pagehide", flushInput, { signal });
  document.addEventListener("visibilitychange", save, { signal });
  return () => watch.abort();
}

export async function loadFile(name: ContentName): Promise<void> {
  const before = readSync().files[name];
  const answer = (await (await api.content[":name"].$get({ param: { name } })).json()) as FileAnswer;
  // The response to a save in the meantime is newer.
  if (readSync().files[name] !== before) return;
  dispatch({ type: "loaded", name, answer });
  setUnpublished(answer.unpublished);
}

export const useSync = () => useSyncExternalStore(subscribeSync, readSync);

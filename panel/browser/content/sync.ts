import { useMemo, useSyncExternalStore } from "react";
import type { ContentName } from "../../../content-model/content.ts";
import type { Change } from "../../../content-model/writing/change.ts";
import type { NotedPhoto } from "../../server/api.ts";
import { ApiError, api, randomId } from "../api.ts";
import { setUnpublished } from "../publish/unpublished.ts";
import { flushInput } from "./pending-input.ts";
import {
  type Conflict,
  type FileAnswer,
  isFile,
  noteOf,
  type PlacedChange,
  reduce,
  type Save,
  type SaveAnswer,
  type SavedName,
  type SyncEvent,
  type SyncState,
  shownValue,
} from "./sync-state.ts";
import { readUnsaved, writeUnsaved } from "./unsaved-storage.ts";

const debounceMs = 600;
const retryMs = 5000;

let state: SyncState = { unsaved: readUnsaved(), files: {} };
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** The current state, with what other tabs have stored. */
export function readSync(): SyncState {
  const unsaved = readUnsaved();
  if (unsaved !== state.unsaved) state = { ...state, unsaved };
  return state;
}

function subscribeSync(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

function dispatch(event: SyncEvent): void {
  state = reduce(readSync(), event);
  writeUnsaved(state.unsaved);
  for (const listener of listeners) listener();
}

/** Changes a file, or the details of a photograph; saved soon. */
export function change(name: SavedName, placed: PlacedChange): void {
  // As it will be sent: without fields that are undefined.
  dispatch({ type: "changed", id: randomId(), name, placed: JSON.parse(JSON.stringify(placed)) });
  saveSoon();
}

/** The same change again, now based on the value that was found. */
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
 * Sends all unsaved changes: one save after the other, in one tab at a time (P4.1, P4.5). Locks need https; without it the server
 * recognises what is sent twice.
 */
export async function saveNow(): Promise<void> {
  clearTimeout(timer);
  if (!firstSave()) return;
  await (isSecureContext ? navigator.locks.request("panel:save", sendAll) : sendAll());
}

async function sendAll(): Promise<void> {
  for (let save = firstSave(); save; save = firstSave()) {
    dispatch({ type: "sending", save });
    try {
      dispatch({ type: "answered", save, answer: await send(save), at: Date.now() });
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
    const note = noteOf(json.changes) as NotedPhoto;
    await api.photos[":file"].$put({ param: { file: name.replace("photo:", "") }, json: note }, { headers });
    return { unmade: [] };
  }
  const request = { param: { name }, json } as Parameters<(typeof api.content)[":name"]["$put"]>[0];
  const answer = await (await api.content[":name"].$put(request, { headers })).json();
  setUnpublished(answer.unpublished);
  return answer as SaveAnswer;
}

const finalCodes: readonly ApiError["code"][] = [
  "bad-request",
  "too-large",
  "refused-on-the-way",
  "not-found",
];

function handleFailure(save: Save, error: unknown): void {
  const code = error instanceof ApiError ? error.code : "failed";
  const waits = code === "offline" || code === "signed-out" ? code : "failed";
  const trouble = finalCodes.includes(code) ? "refused" : waits;
  dispatch({ type: "failed", save, trouble });
  if (trouble === "offline" || trouble === "failed") saveSoon(retryMs);
}

/** Saves what an earlier visit could not, and again when the connection returns or the page is hidden. */
export function watchSaving(): () => void {
  const save = () => {
    flushInput();
    void saveNow();
  };
  save();
  const watch = new AbortController();
  const { signal } = watch;
  addEventListener("online", save, { signal });
  addEventListener("pagehide", flushInput, { signal });
  document.addEventListener("visibilitychange", save, { signal });
  return () => watch.abort();
}

/** Loads a file before its form is shown. */
export async function loadFile(name: ContentName): Promise<void> {
  const before = readSync().files[name];
  const answer = (await (await api.content[":name"].$get({ param: { name } })).json()) as FileAnswer;
  // The answer to a save in the meantime is newer.
  if (readSync().files[name] !== before) return;
  dispatch({ type: "loaded", name, answer });
  setUnpublished(answer.unpublished);
}

/** What is unsaved, and whether saving works. */
export const useSync = () => useSyncExternalStore(subscribeSync, readSync);

/** The value that the form of a file shows. Unchanged parts keep their identity. */
export function useShownValue(name: ContentName): unknown {
  const { files, unsaved } = useSync();
  return useMemo(() => shownValue({ files, unsaved }, name), [name, files, unsaved]);
}

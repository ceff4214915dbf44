import { useMemo, useSyncExternalStore } from "react";
import type { ContentName } from "../../../content-model/content.ts";
import type { NotedPhoto } from "../../server/api.ts";
import { ApiError, api, randomId } from "../api.ts";
import { setUnpublished } from "../publish/unpublished.ts";
import { flushInput } from "./pending-input.ts";
import { reduce } from "./sync-reducer.ts";
import {
  type Conflict,
  type FileAnswer,
  type FileSave,
  type NoteSave,
  type PlacedChange,
  type Save,
  type SaveAnswer,
  type SyncEvent,
  type SyncState,
  shareStructure,
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

/** Calls back after each answer of the server about a file. */
export function subscribeAnswers(listener: () => void): () => void {
  let { files } = readSync();
  return subscribeSync(() => {
    if (readSync().files === files) return;
    files = readSync().files;
    listener();
  });
}

function dispatch(event: SyncEvent): void {
  state = reduce(readSync(), event);
  writeUnsaved(state.unsaved);
  for (const listener of listeners) listener();
}

/** Changes a file; saved soon. */
export function changeFile(name: ContentName, placed: PlacedChange): void {
  // As it will be sent: without fields that are undefined.
  dispatch({ type: "changed", id: randomId(), name, placed: JSON.parse(JSON.stringify(placed)) });
  saveSoon();
}

/** Changes the details of a photograph; saved soon. */
export function changeNote(photo: string, note: NotedPhoto): void {
  dispatch({ type: "noted", id: randomId(), photo, note });
  saveSoon();
}

export function keepMine(conflict: Conflict): void {
  dispatch({ type: "kept-mine", id: randomId(), conflict });
  saveSoon(0);
}

export function dropMine(conflict: Conflict): void {
  dispatch({ type: "dropped-mine", conflict });
}

function saveSoon(delayMs = debounceMs): void {
  clearTimeout(timer);
  timer = setTimeout(() => void saveNow(), delayMs);
}

/** Sends all unsaved changes: one save after the other, in one tab at a time (P4.1, P4.5). */
export async function saveNow(): Promise<void> {
  clearTimeout(timer);
  if (firstSave()) await inTurn(sendAll);
}

let last: Promise<void> = Promise.resolve();

/** One tab at a time. Locks need https; without it every tab has its own turn, and the server recognises what two of them send. */
function inTurn(work: () => Promise<void>): Promise<void> {
  if (isSecureContext) return navigator.locks.request("panel:save", work);
  last = last.then(work, work);
  return last;
}

async function sendAll(): Promise<void> {
  for (let save = firstSave(); save; save = firstSave()) {
    dispatch({ type: "sending", save });
    try {
      await ("photo" in save ? sendNote(save) : sendChanges(save));
    } catch (error) {
      handleFailure(save, error);
    }
    if (readSync().trouble) return;
  }
}

const firstSave = () => readSync().unsaved.saves[0];

async function sendNote(save: NoteSave): Promise<void> {
  const request = { param: { file: save.photo }, json: save.note };
  await api.photos[":file"].$put(request, { headers: { "Idempotency-Key": save.id } });
  dispatch({ type: "note-saved", save, at: Date.now() });
}

async function sendChanges(save: FileSave): Promise<void> {
  const json = { changes: save.changes.map(({ change }) => change) };
  const request = { param: { name: save.name }, json } as Parameters<
    (typeof api.content)[":name"]["$put"]
  >[0];
  const response = await api.content[":name"].$put(request, { headers: { "Idempotency-Key": save.id } });
  const answer = (await response.json()) as SaveAnswer;
  dispatch({ type: "answered", save, answer });
  setUnpublished(answer.unpublished);
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
export function useSync(): SyncState {
  return useSyncExternalStore(subscribeSync, readSync);
}

export interface SyncedFile {
  readonly answer: FileAnswer;
  /** The server's value with the unsaved changes; undefined if the file cannot be read. */
  readonly value: unknown;
  readonly conflicts: readonly Conflict[];
}

let shownBefore: { name: ContentName; value: unknown } | undefined;

/** A content file as its form shows it; undefined before it is loaded. Unchanged parts of the value keep their identity. */
export function useSyncedFile(name: ContentName): SyncedFile | undefined {
  const { files, unsaved } = useSync();
  const answer = files[name];
  const value = useMemo(() => {
    const next = shownValue({ files, unsaved }, name);
    const before = shownBefore?.name === name ? shownBefore.value : undefined;
    shownBefore = { name, value: shareStructure(before, next) };
    return shownBefore.value;
  }, [name, files, unsaved]);
  const conflicts = useMemo(
    () => unsaved.conflicts.filter((conflict) => conflict.name === name),
    [name, unsaved.conflicts],
  );
  return answer && { answer, value, conflicts };
}

import { createStore } from "../../../app/ui/store.ts";
import type { ContentName } from "../../../content-model/content.ts";
import { ApiError, api } from "../api.ts";
import { setUnpublished } from "../publish/unpublished.ts";
import { conflictsOf, type Unmade } from "./conflicts.ts";
import { type FileAnswer, keepAnswer, knownAnswer } from "./file-answers.ts";
import { flushInput } from "./pending-input.ts";
import {
  type Conflict,
  changeUnsaved,
  type FileSave,
  type NoteSave,
  readUnsaved,
  type Save,
} from "./unsaved.ts";

/** The state of saving. */
export interface SaveState {
  readonly phase: "idle" | "saving" | "offline" | "signed-out" | "failed";
  /** The time of the last successful save, in milliseconds. */
  readonly savedAt?: number;
}

const debounceMs = 600;
const retryMs = 5000;

const state = createStore<SaveState>({ phase: "idle" });
let timer: ReturnType<typeof setTimeout> | undefined;

export const readSaveState = state.get;
export const subscribeSaveState = state.subscribe;

/** Saves, debounced. */
export function saveSoon(delayMs = debounceMs): void {
  clearTimeout(timer);
  timer = setTimeout(() => void saveNow(), delayMs);
}

/** Sends all unsaved changes: one save after the other, in one tab at a time (P4.1, P4.5). */
export async function saveNow(): Promise<void> {
  clearTimeout(timer);
  if (readUnsaved().saves.length === 0) return;
  await inTurn(async () => {
    for (let save = takeFirst(); save; save = takeFirst()) {
      if (!(await send(save))) return;
    }
  });
}

let last: Promise<void> = Promise.resolve();

/** One tab at a time. Locks need https; without it every tab has its own turn, and the server recognises what two of them send. */
function inTurn(work: () => Promise<void>): Promise<void> {
  if (isSecureContext) return navigator.locks.request("panel:save", work);
  last = last.then(work, work);
  return last;
}

/** Marks the first save as sent. It is not changed afterwards, because the server may have saved it even if its answer is lost. */
function takeFirst(): Save | undefined {
  const [first] = readUnsaved().saves;
  if (first && !first.sent) {
    changeUnsaved((unsaved) => ({ ...unsaved, saves: unsaved.saves.with(0, { ...first, sent: true }) }));
  }
  return first;
}

async function send(save: Save): Promise<boolean> {
  state.set({ ...state.get(), phase: "saving" });
  try {
    state.set({ phase: "idle", savedAt: await ("photo" in save ? sendNote(save) : sendChanges(save)) });
    return true;
  } catch (error) {
    return handleFailure(save, error);
  }
}

async function sendNote(save: NoteSave): Promise<number> {
  const request = { param: { file: save.photo }, json: save.note };
  await api.photos[":file"].$put(request, { headers: { "Idempotency-Key": save.id } });
  settle(save, []);
  return Date.now();
}

/** Returns when the server saved the changes. */
async function sendChanges(save: FileSave): Promise<number> {
  const answer = await put(save);
  const conflicts = conflictsOf(save, answer, knownAnswer(save.name)?.value);
  settle(save, conflicts);
  keepAnswer(save.name, answer);
  setUnpublished(answer.unpublished);
  return answer.at;
}

/** Without the label and the form, which never change. */
type Answer = Omit<FileAnswer, "label" | "form"> & { readonly unmade: readonly Unmade[] };

async function put({ id, name, changes }: FileSave) {
  const json = { changes: changes.map(({ change }) => change) };
  const request = { param: { name }, json } as Parameters<(typeof api.content)[":name"]["$put"]>[0];
  const response = await api.content[":name"].$put(request, { headers: { "Idempotency-Key": id } });
  return (await response.json()) as Answer;
}

function settle(save: Save, conflicts: readonly Conflict[]): void {
  changeUnsaved((unsaved) => ({
    saves: unsaved.saves.filter(({ id }) => id !== save.id),
    conflicts: [...unsaved.conflicts, ...conflicts],
  }));
}

const finalCodes: readonly ApiError["code"][] = [
  "bad-request",
  "too-large",
  "refused-on-the-way",
  "not-found",
];

/** Returns whether to go on with the next save. */
function handleFailure(save: Save, error: unknown): boolean {
  const code = error instanceof ApiError ? error.code : "failed";
  if (finalCodes.includes(code)) {
    // A retry would be refused again and block the other saves, so the owner has to decide.
    settle(save, "photo" in save ? [] : refusedOf(save));
    return true;
  }
  if (code === "signed-out") {
    state.set({ ...state.get(), phase: "signed-out" });
    return false;
  }
  state.set({ ...state.get(), phase: code === "offline" ? "offline" : "failed" });
  saveSoon(retryMs);
  return false;
}

function refusedOf({ id, name, changes }: FileSave): Conflict[] {
  return changes.map((placed, at) => ({ ...placed, id: `${id}-${at}`, name, reason: "refused" }));
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
  const before = knownAnswer(name);
  const answer = (await (await api.content[":name"].$get({ param: { name } })).json()) as FileAnswer;
  // The answer to a save in the meantime is newer.
  if (knownAnswer(name) !== before) return;
  keepAnswer(name, answer);
  setUnpublished(answer.unpublished);
}

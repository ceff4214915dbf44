import { ApiError, api, call } from "../api.ts";
import { hashOf, retryUntilAnswered, sendPart } from "../send-parts.ts";

/** The server waits 30 s for a part: a line of 0.14 Mbit/s is enough. */
const partBytes = 512 * 1024;
const pauseMs = 1000;

export type Progress = number | "waiting" | "checking" | "restoring";
type OnProgress = (progress: Progress) => void;

const aborted = { kind: "refused" as const, problem: "Serwer przerwał pracę." };

export async function readRestore() {
  return (await api.restore.$get()).json();
}

/** Uploads a full backup in parts, resumes after a lost connection, and waits until it has been checked. */
export async function sendBackup(backup: File, onProgress: OnProgress) {
  const url = `/panel/api/restore/${await keyOf(backup)}`;
  await orWait(() => sendRest(backup, url, onProgress), onProgress);
  onProgress("checking");
  await orWait(() => call(url, { method: "POST" }), onProgress);
  for (;;) {
    const { state } = await orWait(readRestore, onProgress);
    if (state.kind === "checked" || state.kind === "refused") return state;
    if (state.kind !== "checking") return aborted;
    onProgress("checking");
    await pause();
  }
}

/** Restores a checked backup: the server restarts meanwhile. */
export async function restoreBackup(key: string, onProgress: OnProgress) {
  onProgress("restoring");
  const confirm = () => call(`/panel/api/restore/${key}/confirm`, { method: "POST" }).catch(unlessBegun);
  await orWait(confirm, onProgress);
  for (;;) {
    const { state } = await orWait(readRestore, () => onProgress("restoring"));
    if (state.kind === "restored" || state.kind === "refused") return state;
    if (state.kind !== "restoring") return aborted;
    await pause();
  }
}

const orWait = <Result>(step: () => Promise<Result>, onProgress: OnProgress) =>
  retryUntilAnswered(step, () => onProgress("waiting"));

/** The answer to the first call may have been lost; the panel has its owner then. */
function unlessBegun(error: unknown): void {
  if (!(error instanceof ApiError && error.code === "has-owner")) throw error;
}

async function sendRest(backup: File, url: string, onProgress: (part: number) => void): Promise<void> {
  let { received } = (await (await call(url)).json()) as { received: number };
  while (received < backup.size) {
    onProgress(received / backup.size);
    const query = { from: String(received), size: String(backup.size) };
    const part = backup.slice(received, received + partBytes);
    ({ received } = (await sendPart(url, query, part)) as { received: number });
  }
}

/** The same file has the same key, without being read as a whole. */
function keyOf({ name, size, lastModified }: File): Promise<string> {
  return hashOf(new TextEncoder().encode(JSON.stringify([name, size, lastModified])));
}

const pause = () => new Promise((done) => setTimeout(done, pauseMs));

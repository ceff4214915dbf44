import { ApiError, api, call } from "../api.ts";
import { hashOf, retryUntilAnswered, sendPart } from "../send-parts.ts";

const partBytes = 2 * 1024 * 1024;
const pauseMs = 1000;

export async function readRestore() {
  return (await api.restore.$get()).json();
}

/** Uploads a full backup in parts, resumes after a lost connection, and waits until it is restored or refused. */
export async function sendBackup(backup: File, onProgress: (part: number | "waiting" | "restoring") => void) {
  const url = `/panel/api/restore/${await keyOf(backup)}`;
  const orWait = <Result>(step: () => Promise<Result>) =>
    retryUntilAnswered(step, () => onProgress("waiting"));
  await orWait(() => sendRest(backup, url, onProgress));
  onProgress("restoring");
  await orWait(() => call(url, { method: "POST" }).catch(unlessBegun));
  for (;;) {
    const { state } = await orWait(readRestore);
    if (state.kind === "restored" || state.kind === "refused") return state;
    if (state.kind === "idle") return { kind: "refused" as const, problem: "Serwer przerwał pracę." };
    onProgress("restoring");
    await pause();
  }
}

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

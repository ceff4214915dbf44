import { ApiError, api, call } from "../api.ts";
import { hashOf, retryUntilAnswered, sendPart } from "../send-parts.ts";

/** The server waits 30 s for a part: a line of 0.14 Mbit/s is enough. */
const partBytes = 512 * 1024;
const pauseMs = 1000;

type OnProgress = (text: string) => void;
export type RestoreState = Awaited<ReturnType<typeof stateAfter>>;

/** Uploads a full backup in parts, resumes after a lost connection, and waits until it has been checked. */
export async function sendBackup(backup: File, onProgress: OnProgress) {
  const url = `/panel/api/restore/${await keyOf(backup)}`;
  await orWait(() => sendRest(backup, url, onProgress), onProgress);
  const check = () => call(url, { method: "POST" });
  return stateAfter(check, "checking", "Sprawdzanie kopii. To może potrwać kilka minut.", onProgress);
}

/** Restores a checked backup: the server restarts meanwhile. */
export async function restoreBackup(key: string, onProgress: OnProgress) {
  const confirm = () => call(`/panel/api/restore/${key}/confirm`, { method: "POST" }).catch(ignoreIfBegun);
  const text = "Strona uruchamia się ponownie i przywraca kopię.";
  return stateAfter(confirm, "restoring", text, onProgress);
}

/** Begins a step and waits for its end. */
async function stateAfter(
  begin: () => Promise<unknown>,
  during: "checking" | "restoring",
  text: string,
  onProgress: OnProgress,
) {
  onProgress(text);
  await orWait(begin, onProgress);
  for (;;) {
    // The server does not answer while it restarts.
    const answer = await retryUntilAnswered(
      () => api.restore.$get(),
      () => {},
    );
    const { state } = await answer.json();
    if (state.kind !== during) return state;
    await new Promise((done) => setTimeout(done, pauseMs));
  }
}

const orWait = <Result>(step: () => Promise<Result>, onProgress: OnProgress) =>
  retryUntilAnswered(step, () => onProgress("Brak połączenia. Wysyłanie pójdzie dalej, gdy wróci."));

/** The answer to the first call may have been lost; the panel has its owner then. */
function ignoreIfBegun(error: unknown): void {
  if (!(error instanceof ApiError && error.code === "has-owner")) throw error;
}

async function sendRest(backup: File, url: string, onProgress: OnProgress): Promise<void> {
  let { received } = (await (await call(url)).json()) as { received: number };
  while (received < backup.size) {
    onProgress(`Wysłano ${Math.round((received / backup.size) * 100)}%. Nie zamykaj tej strony.`);
    const query = { from: String(received), size: String(backup.size) };
    const part = backup.slice(received, received + partBytes);
    ({ received } = (await sendPart(url, query, part)) as { received: number });
  }
}

/** The same file has the same key, without being read as a whole. */
function keyOf({ name, size, lastModified }: File): Promise<string> {
  return hashOf(new TextEncoder().encode(JSON.stringify([name, size, lastModified])));
}

import { api, CallError, call } from "../api.ts";

const partBytes = 2 * 1024 * 1024;
const pauseMs = 1000;
const partTimeoutMs = 110_000;

export async function readRestore() {
  return (await api.restore.$get()).json();
}

/** Sends a copy in parts, going on after a lost connection, and waits until it is restored or refused. */
export async function sendCopy(copy: File, onProgress: (part: number | "waiting" | "restoring") => void) {
  const address = `/panel/api/restore/${await keyOf(copy)}`;
  const persist = async <T>(step: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (!(error instanceof CallError && ["offline", "busy", "failed"].includes(error.code))) throw error;
        onProgress("waiting");
        await pause();
      }
    }
  };
  await persist(() => sendRest(copy, address, onProgress));
  onProgress("restoring");
  await persist(() => call(address, { method: "POST" }).catch(unlessBegun));
  for (;;) {
    const { state } = await persist(readRestore);
    if (state.kind === "restored" || state.kind === "refused") return state;
    if (state.kind === "idle") return { kind: "refused" as const, problem: "Serwer przerwał pracę." };
    onProgress("restoring");
    await pause();
  }
}

/** The answer to the first call may have been lost; the panel has its owner then. */
function unlessBegun(error: unknown): void {
  if (!(error instanceof CallError && error.code === "has-owner")) throw error;
}

async function sendRest(copy: File, address: string, onProgress: (part: number) => void): Promise<void> {
  let { received } = (await (await call(address)).json()) as { received: number };
  while (received < copy.size) {
    onProgress(received / copy.size);
    const query = new URLSearchParams({ from: String(received), size: String(copy.size) });
    const response = await call(`${address}?${query}`, {
      method: "PUT",
      headers: { "Content-Type": "application/octet-stream" },
      body: copy.slice(received, received + partBytes),
      signal: AbortSignal.timeout(partTimeoutMs),
    });
    ({ received } = (await response.json()) as { received: number });
  }
}

/** The same file has the same key, without being read as a whole. */
async function keyOf({ name, size, lastModified }: File): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([name, size, lastModified]));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const pause = () => new Promise((done) => setTimeout(done, pauseMs));

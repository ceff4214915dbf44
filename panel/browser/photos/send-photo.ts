import { CallError, call } from "../api.ts";

export type Sent =
  | { readonly kind: "stored"; readonly file: string }
  | { readonly kind: "refused"; readonly words: string };
type Answer = Sent | { readonly kind: "partial"; readonly received: number };

const partBytes = 256 * 1024;
const pauseMs = 2000;
/** The last part comes back when the photograph is decoded and all its widths are made. */
const timeoutMs = 110_000;

/** Sends a photograph in parts and goes on where the server has got to, for as long as it takes. */
export async function sendPhoto(
  photo: Blob,
  name: string,
  onProgress: (part: number | "waiting" | "working") => void,
): Promise<Sent> {
  const bytes = await photo.arrayBuffer();
  const address = `/panel/api/uploads/${await hashOf(bytes)}`;
  for (;;) {
    try {
      return await sendRest(bytes, { address, name, onProgress });
    } catch (error) {
      const canPass = error instanceof CallError && ["offline", "busy", "failed"].includes(error.code);
      if (!canPass) throw error;
      onProgress("waiting");
      await connection();
    }
  }
}

interface Way {
  readonly address: string;
  readonly name: string;
  readonly onProgress: (part: number | "working") => void;
}

async function sendRest(bytes: ArrayBuffer, { address, name, onProgress }: Way): Promise<Sent> {
  const known = (await (await call(address)).json()) as { received: number; file: string | null };
  if (known.file !== null) return { kind: "stored", file: known.file };
  let from = known.received;
  for (;;) {
    const end = Math.min(from + partBytes, bytes.byteLength);
    onProgress(end === bytes.byteLength ? "working" : from / bytes.byteLength);
    const query = new URLSearchParams({ from: String(from), size: String(bytes.byteLength), name });
    const response = await call(`${address}?${query}`, {
      method: "PUT",
      headers: { "Content-Type": "application/octet-stream" },
      body: bytes.slice(from, end),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = (await response.json()) as Answer;
    if (answer.kind !== "partial") return answer;
    from = answer.received;
  }
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A moment, or the moment at which the connection is back. */
function connection(): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(end, pauseMs);
    addEventListener("online", end, { once: true });
    function end(): void {
      clearTimeout(timer);
      removeEventListener("online", end);
      done();
    }
  });
}

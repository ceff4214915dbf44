import { useSyncExternalStore } from "react";
import { createStore } from "../../../app/ui/store.ts";
import { call, errorText, randomId } from "../api.ts";
import { hashOf, retryUntilAnswered, sendPart } from "../send-parts.ts";

export interface Upload {
  readonly id: string;
  readonly name: string;
  /** An object URL of the local file. */
  readonly preview: string;
  readonly state:
    | { readonly kind: "queued" | "preparing" | "waiting" | "working" }
    | { readonly kind: "sending"; readonly part: number }
    | Sent;
}

const uploads = createStore<readonly Upload[]>([]);
let last: Promise<unknown> = Promise.resolve();

/** Uploads photographs one by one, also while other screens are open. Returns the final state of each. */
export function upload(files: readonly File[]): Promise<readonly Upload["state"][]> {
  const added = files.map((file) => {
    const id = randomId();
    uploads.set([
      ...uploads.get(),
      { id, name: file.name, preview: URL.createObjectURL(file), state: { kind: "queued" } },
    ]);
    const sent = last.then(() => send(id, file));
    last = sent;
    return sent;
  });
  return Promise.all(added);
}

async function send(id: string, file: File): Promise<Upload["state"]> {
  try {
    setState(id, { kind: "preparing" });
    const photo = await shrink(file);
    const sent = await sendPhoto(photo, file.name, (part) =>
      setState(id, typeof part === "number" ? { kind: "sending", part } : { kind: part }),
    );
    return setState(id, sent);
  } catch (error) {
    return setState(id, { kind: "refused", message: errorText(error) });
  }
}

/** Removes finished uploads from the list. */
export function removeFinished(): void {
  const isFinished = ({ state }: Upload) => state.kind === "stored" || state.kind === "refused";
  for (const { preview } of uploads.get().filter(isFinished)) URL.revokeObjectURL(preview);
  uploads.set(uploads.get().filter((one) => !isFinished(one)));
}

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.get);
}

function setState(id: string, state: Upload["state"]): Upload["state"] {
  uploads.set(uploads.get().map((one) => (one.id === id ? { ...one, state } : one)));
  return state;
}

const longestSide = 3000;
/** Smaller files are sent unchanged. */
const smallBytes = 1_500_000;

/** Scales a photograph down to 3000 pixels and applies its orientation. Sends one that the browser cannot decode unchanged. */
async function shrink(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return file;
  try {
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    if (scale === 1 && file.size < smallBytes) return file;
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
    const context = canvas.getContext("2d");
    if (!context) return file;
    // Transparent pixels would become black.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 }).catch(() => file);
    return blob.size < file.size ? blob : file;
  } finally {
    bitmap.close();
  }
}

type Sent =
  | { readonly kind: "stored"; readonly file: string }
  | { readonly kind: "refused"; readonly message: string };
type Answer = Sent | { readonly kind: "partial"; readonly received: number };

const partBytes = 256 * 1024;

/** Uploads a photograph in parts, and resumes after errors where the server stopped. */
async function sendPhoto(
  photo: Blob,
  name: string,
  onProgress: (part: number | "waiting" | "working") => void,
): Promise<Sent> {
  const bytes = await photo.arrayBuffer();
  const size = bytes.byteLength;
  const url = `/panel/api/uploads/${await hashOf(bytes)}`;

  async function sendRest(): Promise<Sent> {
    const known = (await (await call(url)).json()) as { received: number; file: string | null };
    if (known.file !== null) return { kind: "stored", file: known.file };
    let from = known.received;
    for (;;) {
      const end = Math.min(from + partBytes, size);
      onProgress(end === size ? "working" : from / size);
      const query = { from: String(from), size: String(size), name };
      const answer = (await sendPart(url, query, bytes.slice(from, end))) as Answer;
      if (answer.kind !== "partial") return answer;
      from = answer.received;
    }
  }

  return retryUntilAnswered(sendRest, () => onProgress("waiting"));
}

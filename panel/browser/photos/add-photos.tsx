import { type ChangeEvent, useState, useSyncExternalStore } from "react";
import { createStore } from "../../../app/ui/store.ts";
import type { Imported } from "../../server/api.ts";
import { call, errorText, randomId } from "../api.ts";
import { hashOf, retryUntilAnswered, sendPart } from "../files.ts";

interface AddPhotosProps {
  readonly label: string;
  /** Called when all chosen files are uploaded or refused. */
  readonly onEnd: (sent: readonly Imported[]) => void;
  readonly single?: boolean;
}

/** The file picker for photographs, and the progress of each upload. */
export function AddPhotos({ label, onEnd, single = false }: AddPhotosProps) {
  const [added, setAdded] = useState("");
  const waiting = useSyncExternalStore(uploads.subscribe, uploads.get);

  async function choose(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const files = [...(event.target.files ?? [])];
    event.target.value = "";
    if (files.length === 0) return;
    setAdded("");
    const sent = await upload(files);
    setAdded(`Dodane zdjęcia: ${sent.filter(({ kind }) => kind === "stored").length}`);
    onEnd(sent);
  }

  if (!isSecureContext) return <p className="notice">Zdjęcia można dodawać tylko na stronie z https.</p>;
  return (
    <div className="stack close">
      <label className="button main wide over">
        {label}
        <input
          type="file"
          // JPEG first, because macOS converts to the first type.
          accept="image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif"
          multiple={!single}
          onChange={(event) => void choose(event)}
        />
      </label>
      <ul className="rows" aria-label="Wysyłane zdjęcia">
        {waiting.map(({ id, file, state }) => (
          <li key={id} className="stack close">
            <p className="label">{file.name}</p>
            <p role="status" className="quiet">
              {state.kind === "refused" ? state.message : texts[state.kind]}
            </p>
            {state.kind === "sending" ? (
              <progress value={state.part} max={1} aria-label={`Wysyłanie ${file.name}`} />
            ) : null}
          </li>
        ))}
      </ul>
      <output className="visually-hidden">{added}</output>
    </div>
  );
}

const texts = {
  queued: "Czeka na swoją kolej",
  preparing: "Zmniejszanie…",
  sending: "Wysyłanie…",
  waiting: "Brak połączenia. Gdy wróci, wysyłanie ruszy dalej.",
  working: "Przygotowanie zdjęcia na stronę…",
  stored: "Dodane",
};

type Upload = { readonly id: string; readonly file: File; readonly state: Pending | Imported };

type Pending =
  | { readonly kind: "queued" | "preparing" | "waiting" | "working" }
  | { readonly kind: "sending"; readonly part: number };

const uploads = createStore<readonly Upload[]>([]);
let last: Promise<unknown> = Promise.resolve();

/** Uploads photographs one by one, also while other screens are open. Returns each result. */
function upload(files: readonly File[]): Promise<readonly Imported[]> {
  const added = files.map((file) => ({ id: randomId(), file, state: { kind: "queued" } }) as const);
  // Removes earlier refusals, which the owner has read.
  uploads.set([...uploads.get().filter(({ state }) => state.kind !== "refused"), ...added]);
  return Promise.all(
    added.map((one) => {
      const sent = last.then(() => send(one));
      last = sent;
      return sent;
    }),
  );
}

async function send(one: Upload): Promise<Imported> {
  const setState = (state: Upload["state"]) =>
    uploads.set(uploads.get().map((other) => (other.id === one.id ? { ...other, state } : other)));
  setState({ kind: "preparing" });
  const sent = await shrink(one.file)
    .then((photo) => sendPhoto(photo, one.file.name, setState))
    .catch((error) => ({ kind: "refused", message: errorText(error) }) as const);
  if (sent.kind === "stored") uploads.set(uploads.get().filter(({ id }) => id !== one.id));
  else setState(sent);
  return sent;
}

const longestSide = 3000;
/** The server refuses what is lower, and reduces a long panorama itself. */
const shortestSide = 400;
/** Smaller files are sent unchanged. */
const smallBytes = 1_500_000;

/** Scales a photograph down to 3000 pixels and applies its orientation. Returns it unchanged if the browser cannot decode it. */
async function shrink(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return file;
  try {
    const { width, height } = bitmap;
    const fitting = Math.max(longestSide / Math.max(width, height), shortestSide / Math.min(width, height));
    const scale = Math.min(1, fitting);
    if (scale === 1 && file.size < smallBytes) return file;
    const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
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

type Answer = Imported | { readonly kind: "partial"; readonly received: number };

const partBytes = 256 * 1024;

/** Uploads a photograph in parts. After an error, resumes with the first part that the server lacks. */
async function sendPhoto(photo: Blob, name: string, onProgress: (state: Pending) => void): Promise<Imported> {
  const bytes = await photo.arrayBuffer();
  const size = bytes.byteLength;
  const url = `/panel/api/uploads/${await hashOf(bytes)}`;

  async function sendRest(): Promise<Imported> {
    const known = (await (await call(url)).json()) as { received: number; file: string | null };
    if (known.file !== null) return { kind: "stored", file: known.file };
    let from = known.received;
    for (;;) {
      const end = Math.min(from + partBytes, size);
      onProgress(end === size ? { kind: "working" } : { kind: "sending", part: from / size });
      const query = { from: String(from), size: String(size), name };
      const answer = (await sendPart(url, query, bytes.slice(from, end))) as Answer;
      if (answer.kind !== "partial") return answer;
      from = answer.received;
    }
  }

  return retryUntilAnswered(sendRest, () => onProgress({ kind: "waiting" }), 15);
}

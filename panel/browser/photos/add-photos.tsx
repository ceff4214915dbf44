import type { ChangeEvent } from "react";
import { type Sent, type Upload, upload, useUploads } from "./upload-queue.ts";

interface AddPhotosProps {
  readonly label: string;
  /** Called when all chosen files are uploaded or refused. */
  readonly onEnd: (sent: readonly Sent[]) => void;
  readonly single?: boolean;
}

/** The file picker for photographs, and the progress of each upload. */
export function AddPhotos({ label, onEnd, single = false }: AddPhotosProps) {
  const uploads = useUploads();

  async function choose(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const files = [...(event.target.files ?? [])];
    event.target.value = "";
    if (files.length > 0) onEnd(await upload(files));
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
        {uploads.map(({ id, file, state }) => (
          <li key={id} className="stack close">
            <p className="label">{file.name}</p>
            <p role="status" className="quiet">
              {textOf(state)}
            </p>
            {state.kind === "sending" ? (
              <progress value={state.part} max={1} aria-label={`Wysyłanie ${file.name}`} />
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

const texts = {
  queued: "Czeka na swoją kolej",
  preparing: "Zmniejszanie…",
  waiting: "Brak połączenia. Gdy wróci, wysyłanie ruszy dalej.",
  working: "Przygotowanie zdjęcia na stronę…",
  stored: "Dodane",
};

function textOf(state: Upload["state"]): string {
  if (state.kind === "sending") return `Wysyłanie: ${Math.round(state.part * 100)}%`;
  return state.kind === "refused" ? state.message : texts[state.kind];
}

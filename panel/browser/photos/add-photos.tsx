import type { ChangeEvent } from "react";
import { type Upload, upload, useUploads } from "./upload-queue.ts";

interface AddPhotosProps {
  readonly label: string;
  /** Called when all chosen files are uploaded or refused. */
  readonly onEnd: (states: readonly Upload["state"][]) => void;
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
    <div className="add-photos">
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
      <ul className="uploads" aria-label="Wysyłane zdjęcia">
        {uploads
          .filter(({ state }) => state.kind !== "stored")
          .map(({ id, name, preview, state }) => (
            <li key={id} className="upload">
              <img src={preview} alt="" />
              <div>
                <p className="name">{name}</p>
                <p role="status" className="quiet">
                  {wordsOf(state)}
                </p>
                {state.kind === "sending" ? (
                  <progress value={state.part} max={1} aria-label={`Wysyłanie ${name}`} />
                ) : null}
              </div>
            </li>
          ))}
      </ul>
    </div>
  );
}

const words = {
  queued: "Czeka na swoją kolej",
  preparing: "Zmniejszanie…",
  waiting: "Brak połączenia. Gdy wróci, wysyłanie ruszy dalej.",
  working: "Przygotowanie zdjęcia na stronę…",
  stored: "Dodane",
};

function wordsOf(state: Upload["state"]): string {
  if (state.kind === "sending") return `Wysyłanie: ${Math.round(state.part * 100)}%`;
  return state.kind === "refused" ? state.message : words[state.kind];
}

import { Button, ErrorMessage } from "../shell/button.tsx";
import "./photos.css";
import { useEffect, useRef, useState } from "react";
import type { PhotoView } from "../../server/api.ts";
import { api, errorText } from "../api.ts";
import { AddPhotos } from "./add-photos.tsx";
import { photoUrl } from "./photo-url.ts";

/** A photograph with its details, which are copied into the field. */
export type PickedPhoto = Pick<PhotoView, "file" | "alt" | "focus" | "recognisablePeople" | "consent">;

interface PhotoPickerProps {
  readonly onPick: (photo: PickedPhoto) => void;
  readonly onCancel: () => void;
}

/** Chooses one of the owner's photographs or uploads a new one. */
export function PhotoPicker({ onPick, onCancel }: PhotoPickerProps) {
  const [photos, setPhotos] = useState<readonly PickedPhoto[]>();
  const [error, setError] = useState<string>();

  const place = useRef<HTMLElement>(null);

  useEffect(() => {
    // The button that had the focus is gone.
    place.current?.focus();
    readPhotos().then(setPhotos, (cause: unknown) => setError(errorText(cause)));
  }, []);

  async function pickAdded(file: string): Promise<void> {
    onPick((await readPhotos()).find((photo) => photo.file === file) ?? { file });
  }

  return (
    <section ref={place} className="picker stack" aria-label="Wybór zdjęcia" tabIndex={-1}>
      <AddPhotos
        single
        label="Nowe zdjęcie"
        onEnd={([added]) => {
          if (added?.kind === "stored") void pickAdded(added.file);
        }}
      />
      <ErrorMessage>{error}</ErrorMessage>
      <ul className="photos">
        {photos?.map((photo) => (
          <li key={photo.file}>
            <button type="button" onClick={() => onPick(photo)}>
              <img
                src={photoUrl(photo.file, { width: 640 })}
                alt={photo.alt || `Zdjęcie bez opisu: ${photo.file}`}
                loading="lazy"
              />
            </button>
          </li>
        ))}
      </ul>
      <Button onClick={onCancel}>Zostaw tak, jak jest</Button>
    </section>
  );
}

async function readPhotos(): Promise<readonly PickedPhoto[]> {
  return (await (await api.photos.$get()).json()).photos;
}

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FormField } from "../../../content-model/form-field.ts";
import { isTree, valueAt } from "../../../content-model/path.ts";
import type { PhotoView } from "../../server/api.ts";
import { api, errorText, photoUrl } from "../api.ts";
import { AddPhotos } from "../photos/add-photos.tsx";
import { FocalPoint, type Focus } from "../photos/focal-point.tsx";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { type FieldProps, useForm } from "./editing.ts";
import { FieldNotes } from "./field-frame.tsx";
import { GroupField } from "./group-field.tsx";
import { flushInput } from "./sync.ts";

export function PhotoField(props: FieldProps) {
  const { field, value, at } = props;
  const { photos, editor, Field } = useForm();
  const [isChoosing, setIsChoosing] = useState(false);
  const photo = isTree(value) ? value : undefined;
  const fields = field.fields as Readonly<Record<"file" | "alt", FormField>>;
  const file = typeof photo?.file === "string" ? photo.file : "";
  const focus = isTree(photo?.focus) ? (photo.focus as unknown as Focus) : undefined;
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef({ ...props, isChoosing });
  latest.current = { ...props, isChoosing };

  function close(): void {
    flushSync(() => setIsChoosing(false));
    // The picker, which had the focus, was unmounted.
    button.current?.focus();
  }

  function pick({ file, alt, focus, recognisablePeople, consent }: PickedPhoto): void {
    // During an upload the owner may have kept or chosen another photograph, described it, or moved or removed its item.
    if (!latest.current.isChoosing) return;
    flushInput();
    close();
    const { value, at } = latest.current;
    if (!editor.holds(at, value)) return;
    const words = valueAt(value, ["file"]) ? alt : valueAt(value, ["alt"]) || alt;
    // People and consent belong to the photograph, so they replace those of the previous one.
    editor.setSiblings(at, { recognisablePeople: recognisablePeople || undefined, consent });
    // This also removes the previous photograph's crop for phones.
    editor.set(at, value, { file, alt: words ?? "", ...(focus && { focus }) });
  }

  return (
    <GroupField {...props} className="photo part" noted={["file", "alt"]}>
      {photos.includes(file) ? (
        <FocalPoint
          file={file}
          alt={typeof photo?.alt === "string" ? photo.alt : ""}
          focus={focus}
          onChange={(next) => editor.set(`${at}.focus`, photo?.focus, next)}
        />
      ) : null}
      <div className="field" data-path={`${at}.file`}>
        {isChoosing ? (
          <PhotoPicker onPick={pick} onCancel={close} />
        ) : (
          <Button
            ref={button}
            id={`${at}.file`}
            aria-describedby={`${at}.file-problem`}
            onClick={() => setIsChoosing(true)}
          >
            {file ? "Zmień zdjęcie" : "Wybierz zdjęcie"}
          </Button>
        )}
        <FieldNotes field={fields.file} value={photo?.file} at={`${at}.file`} />
      </div>
      <Field field={fields.alt} value={photo?.alt} at={`${at}.alt`} />
    </GroupField>
  );
}

/** A photograph with its details, which are copied into the field. */
type PickedPhoto = Pick<PhotoView, "file" | "alt" | "focus" | "recognisablePeople" | "consent">;

function PhotoPicker({ onPick, onCancel }: { onPick(photo: PickedPhoto): void; onCancel(): void }) {
  const [photos, setPhotos] = useState<readonly PickedPhoto[]>();
  const [error, setError] = useState<string>();
  const place = useRef<HTMLElement>(null);

  useEffect(() => {
    // The button, which had the focus, was unmounted.
    place.current?.focus();
    readPhotos().then(setPhotos, (cause: unknown) => setError(errorText(cause)));
  }, []);

  async function pickAdded(file: string): Promise<void> {
    const known = await readPhotos().catch(() => []);
    onPick(known.find((photo) => photo.file === file) ?? { file });
  }

  return (
    <section ref={place} className="stack" aria-label="Wybór zdjęcia" tabIndex={-1}>
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
                src={photoUrl(photo.file, 640)}
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

const readPhotos = async () => (await (await api.photos.$get()).json()).photos;

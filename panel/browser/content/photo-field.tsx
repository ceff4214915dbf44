import { Button } from "../shell/button.tsx";
import "../photos/photos.css";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FormField } from "../../../content-model/form-field.ts";
import { isTree } from "../../../content-model/path.ts";
import { FocalPoint, type Focus } from "../photos/focal-point.tsx";
import { PhotoPicker, type PickedPhoto } from "../photos/photo-picker.tsx";
import { photoUrl } from "../photos/photo-url.ts";
import { type FieldProps, useForm } from "./editing.ts";
import { FieldNotes } from "./field-frame.tsx";
import { GroupField } from "./group-field.tsx";

/** A photograph with its focal point and its description. */
export function PhotoField(props: FieldProps) {
  const { field, value, at } = props;
  const { photos, editor, Field } = useForm();
  const [isChoosing, setIsChoosing] = useState(false);
  const photo = isTree(value) ? value : undefined;
  const fields = field.fields as Readonly<Record<"file" | "alt", FormField>>;
  const file = typeof photo?.file === "string" ? photo.file : "";
  const focus = isTree(photo?.focus) ? (photo.focus as unknown as Focus) : undefined;
  const button = useRef<HTMLButtonElement>(null);

  function close(): void {
    flushSync(() => setIsChoosing(false));
    // The picker that had the focus is gone.
    button.current?.focus();
  }

  function pick({ file, alt, focus, recognisablePeople, consent }: PickedPhoto): void {
    close();
    // People and consent belong to the photograph, so those of the former one are replaced.
    editor.setSiblings(at, { recognisablePeople: recognisablePeople || undefined, consent });
    // This also removes the former photograph's crop for phones.
    editor.set(at, value, { file, alt: alt ?? "", ...(focus && { focus }) });
  }

  return (
    <GroupField {...props} className="photo part">
      {photos.includes(file) ? (
        <FocalPoint
          src={photoUrl(file, { width: 1280 })}
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

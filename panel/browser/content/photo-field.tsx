import { isTree } from "../../../content-model/path.ts";
import { photoAddress } from "../photos/photo-address.ts";
import { useEditor, useSurroundings } from "./editing.ts";
import { FieldGroup, FieldNotes, type FieldProps, useControl } from "./field-frame.tsx";
import { type Inner, Leaving } from "./group-field.tsx";

/** A photograph as large as there is room, and what is said of it. */
export function PhotoField({ field, value, at, Field }: FieldProps & Inner) {
  const { photos } = useSurroundings();
  const editor = useEditor();
  const control = useControl({ field, at: `${at}.file` });
  const photo = isTree(value) ? value : undefined;
  const alt = field.fields?.alt;
  const file = typeof photo?.file === "string" ? photo.file : "";
  return (
    <FieldGroup field={field} at={at} className="photo part inner">
      <FieldNotes field={field} at={at} />
      {photo || field.required ? (
        <>
          {file ? <img className="photo-shown" src={photoAddress(file, { width: 800 })} alt="" /> : null}
          <div className="field" data-path={`${at}.file`}>
            <label htmlFor={`${at}.file`}>Które zdjęcie</label>
            <select
              {...control}
              value={file}
              onChange={(event) => editor.set(`${at}.file`, photo?.file, event.target.value)}
            >
              {photos.includes(file) ? null : <option value={file}>{file || "(wybierz)"}</option>}
              {photos.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <p id={`${at}.file-problem`} />
          </div>
          {alt ? <Field field={alt} value={photo?.alt} at={`${at}.alt`} /> : null}
        </>
      ) : null}
      {field.required ? null : <Leaving field={{ ...field, kind: "group" }} value={value} at={at} />}
    </FieldGroup>
  );
}

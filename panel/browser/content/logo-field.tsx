import { type ChangeEvent, useState } from "react";
import type { ImportedLogo } from "../../server/api.ts";
import { errorText } from "../api.ts";
import { sendPart } from "../send-parts.ts";
import { ErrorMessage } from "../shell/action-button.tsx";
import { useEditor } from "./editing.ts";
import { FieldFrame, type FieldProps, useControl } from "./field-frame.tsx";

/** Uploads a logo, which replaces the generated one. */
export function LogoField({ field, value, at }: FieldProps) {
  const editor = useEditor();
  const control = useControl({ field, value, at });
  const [error, setError] = useState<string>();

  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    if (!file) return;
    setError(undefined);
    const sent = sendPart("/panel/api/uploads/logo", { name: file.name }, file) as Promise<ImportedLogo>;
    const taken = await sent.catch((cause) => ({ kind: "refused" as const, words: errorText(cause) }));
    target.value = "";
    if (taken.kind === "stored") editor.set(at, value, taken.file);
    else setError(taken.words);
  }

  return (
    <FieldFrame field={field} value={value} at={at}>
      {typeof value === "string" ? (
        <img className="logo" src={`/panel/api/preview-logo/${encodeURIComponent(value)}`} alt="" />
      ) : null}
      <div className="actions">
        <label className="button over">
          {value === undefined ? "Wgraj logo" : "Zmień logo"}
          <input {...control} type="file" accept=".svg,.png" onChange={(event) => void choose(event)} />
        </label>
        {value === undefined ? null : (
          <button type="button" className="button plain" onClick={() => editor.set(at, value, undefined)}>
            Usuń logo
          </button>
        )}
      </div>
      <ErrorMessage>{error}</ErrorMessage>
    </FieldFrame>
  );
}

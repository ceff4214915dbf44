import { type ChangeEvent, useState } from "react";
import type { ImportedLogo } from "../../server/api.ts";
import { errorText } from "../api.ts";
import { sendPart } from "../send-parts.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import type { FieldProps } from "./editing.ts";
import { FieldFrame, useField } from "./field-frame.tsx";

/** Uploads a logo, which replaces the generated one. */
export function LogoField(props: FieldProps) {
  const { value } = props;
  const { control, set } = useField(props);
  const [error, setError] = useState<string>();

  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    if (!file) return;
    setError(undefined);
    const sent = sendPart("/panel/api/uploads/logo", { name: file.name }, file) as Promise<ImportedLogo>;
    const taken = await sent.catch((cause) => ({ kind: "refused" as const, message: errorText(cause) }));
    target.value = "";
    if (taken.kind === "stored") set(taken.file);
    else setError(taken.message);
  }

  return (
    <FieldFrame {...props}>
      {typeof value === "string" ? (
        <img className="logo" src={`/panel/api/preview-logo/${encodeURIComponent(value)}`} alt="" />
      ) : null}
      <div className="actions">
        <label className="button over">
          {value === undefined ? "Wgraj logo" : "Zmień logo"}
          <input {...control} type="file" accept=".svg,.png" onChange={(event) => void choose(event)} />
        </label>
        {value === undefined ? null : (
          <Button kind="plain" onClick={() => set(undefined)}>
            Usuń logo
          </Button>
        )}
      </div>
      <ErrorMessage>{error}</ErrorMessage>
    </FieldFrame>
  );
}

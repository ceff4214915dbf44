import { type ChangeEvent, type ComponentType, memo, useState } from "react";
import { Link } from "react-router";
import { contrastRatio, inkColour, minimumContrast } from "../../../content-model/contrast.ts";
import type { FieldKind } from "../../../content-model/form-field.ts";
import type { Imported } from "../../server/api.ts";
import { errorText } from "../api.ts";
import { sendPart } from "../files.ts";
import { Button, ErrorMessage } from "../shell/button.tsx";
import { ChoiceField, DaysField, SwitchField } from "./choice-fields.tsx";
import type { FieldProps } from "./editing.ts";
import { FieldFrame, useField } from "./field-frame.tsx";
import { GroupField, PriceField } from "./group-field.tsx";
import { ListField } from "./list-field.tsx";
import { PhotoField } from "./photo-field.tsx";
import { TextField, useTextInput } from "./text-field.tsx";
import { HoursField, PickerField } from "./time-fields.tsx";

const kinds: Readonly<Record<FieldKind, ComponentType<FieldProps>>> = {
  line: TextField,
  text: TextField,
  phone: TextField,
  email: TextField,
  web: TextField,
  slug: TextField,
  number: TextField,
  price: PriceField,
  hours: HoursField,
  days: DaysField,
  time: PickerField,
  date: PickerField,
  yearOrDate: TextField,
  switch: SwitchField,
  choice: ChoiceField,
  reference: ChoiceField,
  colour: ColourField,
  photo: PhotoField,
  logo: LogoField,
  list: ListField,
  group: GroupField,
  proof: ProofField,
};

/** A field of any kind. Renders only when its own value changes. */
export const Field = memo(function Field(props: FieldProps) {
  const Kind = kinds[props.field.kind];
  return <Kind {...props} />;
});

/** Shows whether an opinion has a proof. If not, explains the legal requirements (C5.2). */
function ProofField({ value, at }: FieldProps) {
  return (
    <p className="notice" data-path={at}>
      {value ? (
        <>
          Opinia z dowodem. Z innymi słowami, podpisem albo datą nie da się jej opublikować. Decyzja, czy ją
          pokazać, jest w <Link to="/opinie">opiniach</Link>.
        </>
      ) : (
        "Opinia bez dowodu, wpisana ręcznie. Prawo wymaga, żeby strona mówiła, jak ją sprawdzono. Zachowaj zgodę i wiadomość, w której te słowa przyszły."
      )}
    </p>
  );
}

function ColourField(props: FieldProps) {
  const { field, value } = props;
  const { control, set } = useField(props);
  const typed = useTextInput(props);
  const colour = typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value) ? value : undefined;
  const ratio = contrastRatio(colour ?? "#ffffff", inkColour);
  return (
    <FieldFrame {...props}>
      <div className="pair">
        <input
          type="color"
          aria-label={`${field.label}: wybierz`}
          value={colour ?? "#ffffff"}
          onChange={({ target }) => set(target.value)}
        />
        <input {...control} {...typed} type="text" />
      </div>
      {colour ? (
        <p className="actions">
          <span className="button" style={{ background: colour, color: inkColour }} aria-hidden="true">
            Zadzwoń
          </span>
          <span className="quiet">
            Napisy na przycisku: {ratio >= minimumContrast ? "dobrze czytelne" : "za mało czytelne"} (kontrast{" "}
            {ratio.toFixed(1).replace(".", ",")}:1).
          </span>
        </p>
      ) : null}
    </FieldFrame>
  );
}

/** Uploads a logo, which replaces the generated one. */
function LogoField(props: FieldProps) {
  const { value, at } = props;
  const { control, set } = useField(props);
  const [error, setError] = useState<string>();

  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    if (!file) return;
    setError(undefined);
    const sent = sendPart("/panel/api/uploads/logo", { name: file.name }, file) as Promise<Imported>;
    const taken = await sent.catch((cause) => ({ kind: "refused" as const, message: errorText(cause) }));
    target.value = "";
    if (taken.kind === "stored") set(taken.file);
    else setError(taken.message);
  }

  function remove(): void {
    set(undefined);
    // The button that had the focus goes with the logo.
    document.getElementById(at)?.focus();
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
          <Button kind="plain" onClick={remove}>
            Usuń logo
          </Button>
        )}
      </div>
      <ErrorMessage>{error}</ErrorMessage>
    </FieldFrame>
  );
}

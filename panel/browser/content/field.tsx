import { type ComponentType, memo } from "react";
import { Link } from "react-router";
import type { FieldKind } from "../../../content-model/form-field.ts";
import { ChoiceField, DaysField, SwitchField } from "./choice-fields.tsx";
import { ColourField } from "./colour-field.tsx";
import type { FieldProps } from "./editing.ts";
import { GroupField, PriceField } from "./group-field.tsx";
import { ListField } from "./list-field.tsx";
import { LogoField } from "./logo-field.tsx";
import { PhotoField } from "./photo-field.tsx";
import { TextField } from "./text-field.tsx";
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

/** Whether an opinion has a proof. Who has none is told what the law asks (C5.2). */
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

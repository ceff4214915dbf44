import { type ComponentType, memo } from "react";
import type { FieldKind } from "../../../content-model/form-field.ts";
import { ChoiceField, DaysField, SwitchField } from "./choice-fields.tsx";
import { ColourField } from "./colour-field.tsx";
import type { FieldProps } from "./field-frame.tsx";
import { GroupField, type Inner } from "./group-field.tsx";
import { ListField } from "./list-field.tsx";
import { LogoField } from "./logo-field.tsx";
import { PhotoField } from "./photo-field.tsx";
import { PriceField } from "./price-field.tsx";
import { ProofField } from "./proof-field.tsx";
import { TextField } from "./text-field.tsx";
import { HoursField, PickerField } from "./time-fields.tsx";

const kinds: Readonly<Record<FieldKind, ComponentType<FieldProps & Inner>>> = {
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
  return <Kind {...props} Field={Field} />;
});

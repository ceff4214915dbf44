import { useState } from "react";
import type { FormField } from "../../../content-model/form-field.ts";
import { isTree, type Tree } from "../../../content-model/path.ts";
import { SwitchField } from "./choice-fields.tsx";
import { useEditor } from "./editing.ts";
import { FieldGroup, FieldNotes, type FieldProps } from "./field-frame.tsx";
import { AddRemoveButtons, GroupField, type Inner, newValue } from "./group-field.tsx";

type PriceFields = Readonly<Record<string, FormField> & Record<"onRequest" | "amount" | "unit", FormField>>;

/** A price: an amount with its unit, or "on request"; then its other fields. */
export function PriceField({ field, value, at, Field }: FieldProps & Inner) {
  const editor = useEditor();
  const [amountBefore, setAmountBefore] = useState<unknown>({ unit: "" });
  const price: Tree = isTree(value) ? value : {};
  const { onRequest, amount, unit, ...others } = field.fields as PriceFields;
  const isOnRequest = price.onRequest === true;
  const isRemovable = !field.required;

  function request(wanted: boolean): void {
    if (wanted) setAmountBefore(value ?? { unit: "" });
    editor.set(at, value, wanted ? { onRequest: true } : amountBefore);
  }

  return (
    <FieldGroup field={field} at={at} className="price part inner">
      {value === undefined && isRemovable ? null : (
        <>
          {isOnRequest ? null : (
            <div className="price-parts">
              <Field
                field={{ ...amount, label: `${amount.label} (zł)` }}
                value={price.amount}
                at={`${at}.amount`}
              />
              <Field field={unit} value={price.unit} at={`${at}.unit`} />
            </div>
          )}
          <SwitchField field={onRequest} value={price.onRequest} at={`${at}.onRequest`} onChange={request} />
          {isOnRequest
            ? null
            : Object.entries(others).map(([key, inner]) => (
                <Field key={key} field={inner} value={price[key]} at={`${at}.${key}`} />
              ))}
        </>
      )}
      <FieldNotes field={field} value={value} at={at} />
      {isRemovable ? (
        <AddRemoveButtons field={{ ...field, kind: "group", fields: { unit } }} value={value} at={at} />
      ) : null}
    </FieldGroup>
  );
}

/** A union: a choice between the variants, and the fields of the chosen one. */
export function VariantsField({ field, value, at, Field }: FieldProps & Inner) {
  const editor = useEditor();
  const variants = field.variants ?? [];
  const chosen = Math.max(
    variants.findIndex((variant) => isShapedLike(variant, value)),
    0,
  );
  const variant = variants[chosen];
  return (
    <FieldGroup field={field} at={at} className="part inner">
      <div className="field">
        <label htmlFor={at}>{field.label}</label>
        <select
          id={at}
          value={chosen}
          onChange={(event) => editor.set(at, value, newValue(variants[Number(event.target.value)] ?? field))}
        >
          {variants.map(({ label }, number) => (
            <option key={label} value={number}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {variant ? (
        <GroupField field={{ ...variant, required: true }} value={value} at={at} Field={Field} />
      ) : null}
    </FieldGroup>
  );
}

function isShapedLike({ fields = {}, constants = {} }: FormField, value: unknown): boolean {
  return (
    isTree(value) &&
    Object.entries(constants).every(([key, only]) => value[key] === only) &&
    Object.keys(value).every((key) => key in fields || key in constants)
  );
}

import { useState } from "react";
import { isTree } from "../../../content-model/path.ts";
import { SwitchField } from "./choice-fields.tsx";
import { useEditor } from "./editing.ts";
import type { FieldProps } from "./field-frame.tsx";
import { GroupField, GroupFields, type Inner } from "./group-field.tsx";

/** A price: an amount with its unit and a later price, or "on request". */
export function PriceField(props: FieldProps & Inner) {
  const { field, value, at } = props;
  const editor = useEditor();
  const [amountBefore, setAmountBefore] = useState<unknown>({ unit: "" });
  const { onRequest, ...fields } = field.fields ?? {};
  const wanted = isTree(value) ? value.onRequest : undefined;

  function request(isWanted: boolean): void {
    if (isWanted) setAmountBefore(value ?? { unit: "" });
    editor.set(at, value, isWanted ? { onRequest: true } : amountBefore);
  }

  return (
    <GroupField {...props} className="price part">
      {wanted === true ? null : <GroupFields {...props} field={{ ...field, fields }} />}
      {onRequest ? (
        <SwitchField field={onRequest} value={wanted} at={`${at}.onRequest`} onChange={request} />
      ) : null}
    </GroupField>
  );
}

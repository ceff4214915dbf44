import { type PropsWithChildren, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isSame, isTree, type Tree } from "../../../content-model/path.ts";
import { Button } from "../shell/button.tsx";
import { SwitchField } from "./choice-fields.tsx";
import { type FieldProps, useForm } from "./editing.ts";
import { FieldGroup, FieldNotes, type FieldNotesProps } from "./field-frame.tsx";

export function GroupFields({ field, value, at }: FieldProps) {
  const { Field } = useForm();
  const values: Tree = isTree(value) ? value : {};
  return Object.entries(field.fields ?? {}).map(([key, inner]) => (
    <Field key={key} field={inner} value={values[key]} at={at ? `${at}.${key}` : key} />
  ));
}

type GroupFieldProps = PropsWithChildren<FieldNotesProps & { readonly className?: string }>;

/** A group of fields with its heading. An optional group is added and removed as a whole. */
export function GroupField({ className = "part", children, ...props }: GroupFieldProps) {
  const { field, value, at } = props;
  const isRemovable = !field.required && !("default" in field);
  return (
    <FieldGroup field={field} at={at} className={className}>
      <FieldNotes {...props} />
      {isRemovable && value === undefined ? null : (children ?? <GroupFields {...props} />)}
      {isRemovable ? <AddRemoveButtons {...props} /> : null}
    </FieldGroup>
  );
}

function AddRemoveButtons({ field, value, at }: FieldProps) {
  const { editor } = useForm();
  const [removed, setRemoved] = useState<unknown>();
  const button = useRef<HTMLButtonElement>(null);
  const isThere = value !== undefined;

  function add(added: unknown): void {
    flushSync(() => editor.set(at, undefined, added));
    const group = button.current?.closest("fieldset");
    group?.querySelector<HTMLElement>("input, textarea, select, button")?.focus();
  }

  function remove(): void {
    // Not the empty group that a second press of the same button has added.
    if (!isSame(value, {})) setRemoved(value);
    editor.set(at, value, undefined);
  }

  return (
    <div className="actions">
      {/* One button for both, so that it keeps the focus. */}
      <Button ref={button} kind={isThere ? "quiet" : undefined} onClick={isThere ? remove : () => add({})}>
        {isThere ? "Usuń tę część" : "Dodaj"}
        <span className="visually-hidden"> {field.label}</span>
      </Button>
      {isThere || removed === undefined ? null : (
        <Button onClick={() => add(removed)}>Cofnij usunięcie</Button>
      )}
    </div>
  );
}

export function PriceField(props: FieldProps) {
  const { field, value, at } = props;
  const { editor } = useForm();
  const [amountBefore, setAmountBefore] = useState<Tree>({ unit: "" });
  const { onRequest, ...fields } = field.fields ?? {};
  const wanted = isTree(value) ? value.onRequest : undefined;

  function request(isWanted: boolean): void {
    // Beside the tick there may be an amount that the owner kept in a conflict.
    const { onRequest: _, ...amount } = isTree(value) ? value : amountBefore;
    if (isWanted) setAmountBefore(amount);
    editor.set(at, value, isWanted ? { onRequest: true } : { ...amountBefore, ...amount });
  }

  return (
    <GroupField {...props} className="price part" noted={wanted === true ? ["onRequest"] : undefined}>
      {wanted === true ? null : <GroupFields {...props} field={{ ...field, fields }} />}
      {onRequest ? (
        <SwitchField field={onRequest} value={wanted} at={`${at}.onRequest`} onChange={request} />
      ) : null}
    </GroupField>
  );
}

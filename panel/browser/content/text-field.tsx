import type { FieldKind } from "../../../content-model/form-field.ts";
import { useEditor } from "./editing.ts";
import { FieldFrame, type FieldProps, showText, useField, useTextInput } from "./field-frame.tsx";

const inputs: Partial<Record<FieldKind, { type: string; inputMode?: "numeric" | "decimal" }>> = {
  phone: { type: "tel" },
  email: { type: "email" },
  web: { type: "url" },
  number: { type: "text", inputMode: "decimal" },
};

/** A text, number or address, in one line or several. */
export function TextField(props: FieldProps) {
  const { field, value, at } = props;
  const editor = useEditor();
  const { control } = useField(props);
  const isNumber = field.kind === "number";
  const typed = useTextInput(props, isNumber ? readNumber : undefined);
  const onBlur = () => {
    typed.onBlur();
    editor.leave(at);
  };
  const placeholder = showText(field.default);
  const attributes = { ...control, ...typed, onBlur, placeholder, autoComplete: "off" };
  const longest = isNumber ? undefined : field.max;
  return (
    <FieldFrame {...props}>
      {field.kind === "text" ? (
        <textarea {...attributes} rows={2} />
      ) : (
        <input {...attributes} {...(inputs[field.kind] ?? { type: "text" })} />
      )}
      {longest === undefined ? null : <Counter length={showText(value).length} longest={longest} />}
    </FieldFrame>
  );
}

/** The length of a text that is close to its limit. */
function Counter({ length, longest }: { readonly length: number; readonly longest: number }) {
  if (length < longest * 0.7) return null;
  return (
    <p className="help figure">
      {length} z {longest} znaków
    </p>
  );
}

/** Reads "1 200,50" as a number; returns other input unchanged. */
export function readNumber(text: string): number | string {
  const plain = text.replaceAll(/\s/g, "").replace(",", ".");
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : text;
}

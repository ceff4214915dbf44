import { useLayoutEffect, useRef, useState } from "react";
import type { FieldKind, FormField } from "../../../content-model/form-field.ts";
import { rowsOf } from "../shell/inputs.tsx";
import { type FieldProps, useForm } from "./editing.ts";
import { FieldFrame, showText, useField } from "./field-frame.tsx";
import { deferInput, flushInput } from "./sync.ts";

const types: Partial<Record<FieldKind, string>> = { phone: "tel", email: "email", web: "url" };

/** The kinds made of digits, whose displayed text differs from the stored value. */
const notations: Partial<Record<FieldKind, Notation>> = {
  number: { show: showText, read: readNumber },
  yearOrDate: { show: showDate, read: readDate },
};

export function TextField(props: FieldProps) {
  const { field, value } = props;
  const { control } = useField(props);
  const notation = notations[field.kind];
  const typed = useTextInput(props, notation);
  const attributes = { ...control, ...typed, placeholder: showText(field.default) };
  const { facts } = useForm();
  const text = showText(value);
  const longest = (field.kind === "number" ? undefined : field.max) ?? Infinity;
  return (
    <FieldFrame {...props}>
      {field.kind === "text" ? (
        <textarea {...attributes} rows={rowsOf(text)} />
      ) : (
        <input {...attributes} type={types[field.kind] ?? "text"} inputMode={notation && "decimal"} />
      )}
      {/* The values of placeholders, such as `{answerTime}`. */}
      {Object.keys(facts)
        .filter((name) => text.includes(`{${name}}`))
        .map((name) => (
          <p key={name} className="quiet fact">
            <code>{`{${name}}`}</code> {facts[name]}
          </p>
        ))}
      {text.length >= longest * 0.7 ? (
        <p className="quiet figure">
          {text.length} z {longest} znaków
        </p>
      ) : null}
    </FieldFrame>
  );
}

type Notation = { show(value: unknown): string; read(text: string, field: FormField): unknown };

/**
 * Returns the attributes of a text control. While it has the focus, the server's responses do not change its text. It is uncontrolled,
 * so that the browser paints a key press before React renders.
 */
export function useTextInput({ field, value, at }: FieldProps, { show, read } = plain) {
  const { editor } = useForm();
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const seen = useRef<{ value: unknown }>(undefined);
  const [, redraw] = useState({});

  useLayoutEffect(() => {
    const text = show(value);
    if (!seen.current && control.current && control.current.value !== text) control.current.value = text;
  });

  function commit(text: string): void {
    const old = seen.current ? seen.current.value : value;
    const next = text.trim() === "" && !field.required ? undefined : read(text.trim(), field);
    if (seen.current) seen.current.value = next;
    if (next !== old) editor.set(at, old, next);
  }

  return {
    ref: control,
    autoComplete: field.kind === "phone" ? "tel" : field.kind === "email" ? "email" : "off",
    onFocus: () => {
      seen.current = { value };
    },
    onBlur: () => {
      flushInput();
      seen.current = undefined;
      redraw({});
      editor.leave(at);
    },
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      deferInput(at, () => commit(currentTarget.value)),
  };
}

const plain: Notation = { show: showText, read: (text) => text };

/** Reads "1 200,50" or "1.200" as a number; returns other input unchanged. */
export function readNumber(text: string, { max = Infinity }: Pick<FormField, "max"> = {}): number | string {
  // Coordinates have thousandths, amounts have thousands, though none that begin with 0.
  const group = max < 1000 ? /\s/g : /\s|(?<!^-?0)[.,](?=\d{3}(?!\d))/g;
  const plain = text.replaceAll(group, "").replace(",", ".");
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : text;
}

/** Reads "2025", "3.2025" or "15.03.2025" as a year or a partial or full date; returns other input unchanged. */
export function readDate(text: string): number | string {
  const [, day, month, year] = /^(?:(?:(\d\d?)[.,/])?(\d\d?)[.,/])?(\d{4})$/.exec(text) ?? [];
  const lastDay = new Date(Number(year), Number(month), 0).getDate();
  if (year === undefined || Number(day) > lastDay) return text;
  const parts = [year, month, day].filter((part) => part !== undefined);
  return month === undefined ? Number(year) : parts.map((part) => part.padStart(2, "0")).join("-");
}

/** Formats "2025-03-15" as "15.03.2025", and "2025-03" as "03.2025". */
export function showDate(date: unknown): string {
  const text = showText(date);
  return /^\d{4}(?:-\d\d){1,2}$/.test(text) ? text.split("-").reverse().join(".") : text;
}

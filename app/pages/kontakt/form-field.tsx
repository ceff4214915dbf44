import type { ComponentProps } from "react";

interface FormFieldProps
  extends Pick<ComponentProps<"input">, "type" | "required" | "autoComplete" | "inputMode"> {
  readonly name: string;
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly value?: string | undefined;
  readonly maxLength: number;
  readonly optional?: boolean;
  readonly multiline?: boolean;
  readonly options?: readonly string[];
}

export function FormField(props: FormFieldProps) {
  const { name, label, error, hint, optional, multiline, options, value, maxLength, ...rest } = props;
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  const control = {
    id: name,
    name,
    defaultValue: value,
    "aria-describedby": described || undefined,
    "aria-invalid": error ? true : undefined,
    ...rest,
  };
  return (
    <div className="field" data-invalid={error ? "" : undefined}>
      <label htmlFor={name}>
        {`${label} `}
        {optional && <span className="note">(opcjonalnie)</span>}
      </label>
      {hint && (
        <p className="note" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        // With a key, because a browser that translates the page replaces the text that React would change.
        <p className="field-error" id={`${name}-error`} key={error}>
          <span className="visually-hidden">Błąd: </span>
          {error}
        </p>
      )}
      {options ? (
        <select {...control}>
          <option value="">Wybierz</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : multiline ? (
        // Without `maxlength`, which cuts a pasted text silently. The form says that it is too long.
        <textarea {...control} rows={6} />
      ) : (
        <input type="text" {...control} maxLength={maxLength} />
      )}
    </div>
  );
}

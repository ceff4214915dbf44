import type { ComponentProps, ReactNode } from "react";

type TextInputProps = ComponentProps<"input"> & { id: string; label: string; help?: ReactNode };

/** A text field with its label and its help. */
export function TextInput({ id, label, help, ...input }: TextInputProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} aria-describedby={help === undefined ? undefined : `${id}-help`} />
      {help === undefined ? null : (
        <p id={`${id}-help`} className="quiet">
          {help}
        </p>
      )}
    </div>
  );
}

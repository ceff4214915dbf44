import { type ComponentProps, type ReactNode, useId } from "react";

type TextInputProps = ComponentProps<"input"> & { readonly label: string; readonly help?: ReactNode };

export function TextInput({ label, help, ...input }: TextInputProps) {
  const ownId = useId();
  const { id = ownId } = input;
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

export function TextArea({ label, ...area }: ComponentProps<"textarea"> & { readonly label: string }) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <textarea {...area} />
    </label>
  );
}

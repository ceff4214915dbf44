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

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly labels: Readonly<Record<Value, string>>;
  readonly chosen: Value | null | undefined;
  readonly onChoose: (value: Value) => void;
  readonly busy?: boolean;
  /** Shows the legend only to screen readers. */
  readonly hideLegend?: boolean;
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, labels, chosen, onChoose, busy, hideLegend = false } = props;
  return (
    <fieldset className="choice" aria-busy={busy}>
      <legend className={hideLegend ? "visually-hidden" : "label"}>{legend}</legend>
      {(Object.keys(labels) as Value[]).map((one) => (
        <label key={one} className="button over">
          <input type="radio" name={legend} checked={chosen === one} onChange={() => onChoose(one)} />
          {labels[one]}
        </label>
      ))}
    </fieldset>
  );
}

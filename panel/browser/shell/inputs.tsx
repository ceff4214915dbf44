import { type ComponentProps, type ElementType, type ReactNode, useId } from "react";
import { Button } from "./button.tsx";

interface TextInputProps extends ComponentProps<"input">, Pick<ComponentProps<"textarea">, "rows"> {
  readonly as?: ElementType;
  readonly label: string;
  readonly help?: ReactNode;
}

/** An input, or a text area or select (`as`), with its label and help. */
export function TextInput({ as: Control = "input", label, help, ...input }: TextInputProps) {
  const ownId = useId();
  const { id = ownId } = input;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Control {...input} id={id} aria-describedby={help === undefined ? undefined : `${id}-help`} />
      {help === undefined ? null : (
        <p id={`${id}-help`} className="quiet">
          {help}
        </p>
      )}
    </div>
  );
}

/** As many rows as a text takes on a phone, for browsers without `field-sizing`: Safari before 26.2 and Firefox. */
export const rowsOf = (text: string) =>
  text.split("\n").reduce((rows, line) => rows + Math.ceil((line.length + 1) / 30), 1);

type CheckProps = Omit<ComponentProps<"input">, "onChange"> & { onChange?: (checked: boolean) => void };

export function Check({ children, onChange, ...input }: CheckProps) {
  return (
    <label className="check">
      <input {...input} type="checkbox" onChange={({ target }) => onChange?.(target.checked)} />
      {children}
    </label>
  );
}

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  /** Whether only screen readers are told the legend. */
  readonly hidesLegend?: boolean;
  readonly labels: Readonly<Record<Value, string>>;
  readonly chosen: Value | null | undefined;
  readonly busy?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** Chooses one of a few. Buttons, because in a group of radio buttons each arrow key would choose, and perhaps store, another one. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, hidesLegend, labels, chosen, busy = false, onChoose } = props;
  return (
    <fieldset className="choice">
      <legend className={hidesLegend ? "visually-hidden" : "label"}>{legend}</legend>
      {(Object.keys(labels) as Value[]).map((one) => (
        <Button
          key={one}
          busy={busy}
          aria-pressed={chosen === one}
          onClick={() => chosen !== one && onChoose(one)}
        >
          {labels[one]}
        </Button>
      ))}
    </fieldset>
  );
}

import { type Day, dayNames, week } from "../../../content-model/week.ts";
import { Check } from "../shell/inputs.tsx";
import { type FieldProps, useForm } from "./editing.ts";
import { FieldFrame, FieldGroup, FieldNotes, useField } from "./field-frame.tsx";

export function SwitchField({ onChange, ...props }: FieldProps & { onChange?: (checked: boolean) => void }) {
  const { field, value, at } = props;
  const { control, set } = useField(props);
  return (
    <div className="field" data-path={at}>
      <Check {...control} checked={Boolean(value ?? field.default)} onChange={onChange ?? set}>
        {field.label}
      </Check>
      <FieldNotes {...props} />
    </div>
  );
}

/** Selects one of the schema's values or an entry of another list. */
export function ChoiceField(props: FieldProps) {
  const { field, value } = props;
  const { control, set } = useField(props);
  const { choices } = useForm();
  const all = field.choices ?? choices[field.reference ?? ""] ?? [];
  const chosen = all.findIndex((choice) => choice.value === value);
  /** Its entry may have been removed. As an option of its own it can be exchanged for none. */
  const isUnlisted = chosen < 0 && value !== undefined;
  return (
    <FieldFrame {...props}>
      <select
        {...control}
        value={isUnlisted ? -2 : chosen}
        onChange={({ target }) => set(all[Number(target.value)]?.value)}
      >
        {isUnlisted ? <option value={-2}>(brak na liście: {String(value)})</option> : null}
        {chosen < 0 || !field.required ? <option value={-1}>(wybierz)</option> : null}
        {all.map(({ label, value: choice }, number) => (
          <option key={String(choice)} value={number}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

export function DaysField(props: FieldProps) {
  const { field, value, at } = props;
  const { set } = useField(props);
  return (
    <FieldGroup field={field} at={at} className="days field">
      <Days days={Array.isArray(value) ? value : []} onChange={set} />
      <FieldNotes {...props} noted={[]} />
    </FieldGroup>
  );
}

export function Days({ days, onChange }: { days: readonly unknown[]; onChange: (days: Day[]) => void }) {
  return week.map((day) => (
    <Check
      key={day}
      checked={days.includes(day)}
      onChange={(isOn) => onChange(week.filter((other) => (other === day ? isOn : days.includes(other))))}
    >
      {dayNames[day]}
    </Check>
  ));
}
